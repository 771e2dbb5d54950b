// EXPECT: FALSE
// COMMAND: whet verify --set memory.malloc_may_fail=yes
#define BAD 1
#include <stdlib.h>
#include <stdint.h>
int main(void){
  size_t n=SIZE_MAX/4+2;
#if BAD
  int *p=malloc(n*4);
#else
  int *p=calloc(n,4);
#endif
  if(p) { p[10]=1; free(p); }
  return 0;
}
