// EXPECT: TRUE
// MACHINE: ILP32
// COMMAND: whet verify
#include <assert.h>
struct S{char c; long long l;}; struct D{char c; double d;};
int main(void){ assert(sizeof(long)==4); assert(-1L<0u==0); assert(sizeof(struct S)==12); assert(sizeof(struct D)==12); assert(sizeof(long double)==12); assert(_Alignof(long long)==4); assert(__alignof__(long long)==8); assert(sizeof(2147483648)==8); assert(sizeof(4294967295)==8); assert(sizeof(0xffffffff)==4); return 0; }
