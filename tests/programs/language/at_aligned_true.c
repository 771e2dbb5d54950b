// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <stdint.h>
struct A{ char c; int x __attribute__((aligned(16))); }; typedef int I8 __attribute__((aligned(8))); struct B{ char c; I8 y; }; _Alignas(32) char g[3]; struct C{ _Alignas(8) char c; };
int main(void){ assert(sizeof(struct A)==32 && sizeof(struct B)==16 && sizeof(struct C)==8); assert((uintptr_t)g%32==0); _Alignas(64) int l; assert((uintptr_t)&l%64==0); struct __attribute__((aligned)) D{char c;}; assert(sizeof(struct D)==16); return 0;}
