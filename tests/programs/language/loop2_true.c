// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void){ int n=__VERIFIER_nondet_int(); if(n<0||n>1000) return 0; long s=0; for(int i=1;i<=n;i++) s+=i; assert(2*s==(long)n*(n+1)); return 0; }
