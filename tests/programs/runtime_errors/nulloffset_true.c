// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <stddef.h>
struct S{int a; char b[6]; long c;};
#define OFF(t,m) ((size_t)&((t*)0)->m)
int main(void){
  static char buf[sizeof(struct S)];
#if BAD
  buf[OFF(struct S,c)+8]=1;
#else
  buf[OFF(struct S,c)+7]=1;
#endif
  return buf[0];
}
