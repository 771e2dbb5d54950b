// EXPECT: FALSE
// COMMAND: whet verify --set memory.malloc_may_fail=yes --check all
#define BAD 1
#include <stdlib.h>
int main(void){
  int *p=malloc(4*sizeof(int)); if(!p) return 0;
#if BAD
  p=realloc(p,8*sizeof(int)); if(!p) return 1;
#else
  int*q=realloc(p,8*sizeof(int)); if(!q){ free(p); return 1;} p=q;
#endif
  p[7]=1; free(p);
  return 0;
}
