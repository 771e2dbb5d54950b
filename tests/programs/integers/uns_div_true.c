// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void){ int a=__VERIFIER_nondet_int();
 unsigned d=2; 
 long q=a/(long)d; 
 assert(a!=-7 || q==-3); return 0; }
