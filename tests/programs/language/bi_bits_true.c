// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void){ unsigned x=__VERIFIER_nondet_uint(); if(!x) { assert(__builtin_ffs(x)==0 && __builtin_popcount(x)==0); return 0;} 
 int c=__builtin_clz(x), t=__builtin_ctz(x); assert(c>=0&&c<32&&t<=31-c); assert(x>>(31-c)==1); assert((x>>t)&1); assert(__builtin_ffs(x)==t+1);
 assert(__builtin_parity(x)==(__builtin_popcount(x)&1)); assert(__builtin_clzl(x)==c+32); assert(__builtin_bswap32(__builtin_bswap32(x))==x); assert(__builtin_bswap16(0x1234)==0x3412);
 assert(__builtin_clrsb(-1)==31 && __builtin_clrsb(0)==31 && __builtin_clrsb(1)==30); return 0;}
