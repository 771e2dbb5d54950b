// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
struct S { int a:1; unsigned b:1; signed c:4;};
int main(void){
  struct S s = {1,1,8};
  assert(s.a == -1); assert(s.b == 1);
  assert(s.c == 8);
  return 0;
}
