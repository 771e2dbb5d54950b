// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);
int main(void){ double x=__VERIFIER_nondet_double(); if(isfinite(x)) { double r=fabs(x); assert(r>=0); assert(floor(x)<=x && ceil(x)>=x);} return 0; }
