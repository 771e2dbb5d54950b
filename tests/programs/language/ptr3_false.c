// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void){ int a[4]={0}; int i=__VERIFIER_nondet_int(),j=__VERIFIER_nondet_int(); if(i<0||i>3||j<0||j>3) return 0; a[i]=1; a[j]=2; assert(a[i]==1); return 0; }
