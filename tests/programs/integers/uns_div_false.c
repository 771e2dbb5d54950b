// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void){ int a=__VERIFIER_nondet_int();
 unsigned d=2; 
 long q=a/d;
 assert(a!=-7 || q==-3); return 0; }
