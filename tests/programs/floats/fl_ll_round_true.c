// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
extern long long __VERIFIER_nondet_longlong(void);
int main(void){ long long n=__VERIFIER_nondet_longlong(); if(n<0||n>=(1LL<<54)) return 0; double d=n;
 assert(d-(double)(n&~1LL) <= 2.0);
 return 0;}
