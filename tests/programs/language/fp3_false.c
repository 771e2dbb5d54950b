// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
extern float __VERIFIER_nondet_float(void);
int main(void){ float x=__VERIFIER_nondet_float(), y=__VERIFIER_nondet_float(); if(x>y && x<1000 && y>-1000) assert(x-y>1e-30f); return 0; }
