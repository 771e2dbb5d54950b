// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void){ unsigned long u=__VERIFIER_nondet_ulong(); double d=u; 
 unsigned long v=d; 
 assert(v<=u || v-u<=1024); return 0;}
