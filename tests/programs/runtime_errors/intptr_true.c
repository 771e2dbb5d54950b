// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <stdint.h>
int main(void){
  int x=3;
#if BAD
  uintptr_t u=0x1234;
#else
  uintptr_t u=(uintptr_t)&x;
#endif
  int*p=(int*)u;
  *p=4;
  return x;
}
