// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void){ unsigned char x=__VERIFIER_nondet_uchar(); if(!x) return 0;
 assert(__builtin_clz(x)>=24); 
 return 0;}
