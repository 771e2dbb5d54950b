// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void){ unsigned long u=__VERIFIER_nondet_ulong(); double d=u; 
 if(d>=18446744073709551616.0) return 0; unsigned long v=d; 
 assert(v<=u || v-u<=1024); return 0;}
