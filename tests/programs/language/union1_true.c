// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <stdint.h>
union U { float f; uint32_t u; unsigned char b[4]; struct { uint16_t lo, hi; }; };
union V { char c; int i; } v = {-1};
int main(void){ union U u={1.0f}; assert(u.u==0x3f800000u); assert(u.b[3]==0x3f); assert(u.hi==0x3f80); u.b[3]|=0x80; assert(u.f==-1.0f);
 assert(v.i==255); assert(sizeof(union U)==4); u.u=0x7fc00000; assert(u.f!=u.f); return 0; }
