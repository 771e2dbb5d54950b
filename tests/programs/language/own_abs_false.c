// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int abs(int x){ return x+1; }
extern int __VERIFIER_nondet_int(void);
int main(void){ int v=__VERIFIER_nondet_int(); if(v<-100||v>100) return 0; assert(abs(v)>=0); return 0; }
