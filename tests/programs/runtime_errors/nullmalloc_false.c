// EXPECT: FALSE
// COMMAND: whet verify --set memory.malloc_may_fail=yes
#define BAD 1
#include <stdlib.h>
struct S{int a,b;};
int main(void){
  struct S *s=calloc(2,sizeof *s);
#if !BAD
  if(!s) return 1;
#endif
  s[1].b=4;
  free(s);
  return 0;
}
