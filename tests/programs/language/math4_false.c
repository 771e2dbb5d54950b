// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);
int main(void){ double x=__VERIFIER_nondet_double(); double m=fmax(x,1.0); assert(m>=x); return 0; }
