// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void){ int n=__VERIFIER_nondet_int(); if(n<0||n>1000) return 0; int s=0; for(int i=0;i<n;i++) s+=i; assert(s!=4950); return 0; }
