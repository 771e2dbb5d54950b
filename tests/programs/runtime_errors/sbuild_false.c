// EXPECT: FALSE
// COMMAND: whet verify --check all
#define BAD 1
#include <stdlib.h>
#include <string.h>
struct sb{char*b;size_t n,cap;};
static int add(struct sb*s,const char*t){ size_t k=strlen(t);
#if BAD
  if(s->n+k>s->cap){
#else
  if(s->n+k+1>s->cap){
#endif
    size_t c=s->cap?s->cap*2:8; while(c<s->n+k+1) c*=2; char*q=realloc(s->b,c); if(!q) return -1; s->b=q; s->cap=c; }
  memcpy(s->b+s->n,t,k); s->n+=k; s->b[s->n]=0; return 0; }
int main(void){ struct sb s={0}; add(&s,"abc"); add(&s,"de"); add(&s,"fgh"); free(s.b); return 0; }
