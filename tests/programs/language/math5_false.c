// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);
int main(void){ double x=__VERIFIER_nondet_double(); if(x>=0 && x<1e300) { double r=sqrt(x); assert(r<=x || x<1); assert(r*r<=x); } return 0; }
