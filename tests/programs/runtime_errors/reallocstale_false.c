// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <stdlib.h>
struct vec{int*d;int n,cap;};
static int*at(struct vec*v,int i){return &v->d[i];}
static int pushv(struct vec*v,int x){ if(v->n==v->cap){ int c=v->cap?v->cap*2:2; int*q=realloc(v->d,c*sizeof(int)); if(!q) return -1; v->d=q; v->cap=c;} v->d[v->n++]=x; return 0; }
int main(void){
  struct vec v={0}; for(int i=0;i<2;i++) if(pushv(&v,i)){ free(v.d); return 1; }
#if BAD
  int*p=at(&v,0);
  if(pushv(&v,9)){ free(v.d); return 1; }
  *p=5;
#else
  if(pushv(&v,9)){ free(v.d); return 1; }
  int*p=at(&v,0);
  *p=5;
#endif
  int r=v.d[0]; free(v.d); return r;
}
