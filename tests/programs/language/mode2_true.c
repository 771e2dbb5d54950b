// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
struct S { int a __attribute__((mode(HI))); int b; } __attribute__((packed));
int main(void){ struct S s={70000,1}; assert(s.a==4464); assert(sizeof s==6); return 0; }
