// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <string.h>
#include <stdlib.h>
static char *dup2x(const char *s){
  size_t n=strlen(s);
#if BAD
  char *p=malloc(n);
#else
  char *p=malloc(n+1);
#endif
  if(!p) return 0;
  strcpy(p,s);
  return p;
}
int main(void){ char *p=dup2x("hello"); if(p){ p[0]='j'; free(p);} return 0; }
