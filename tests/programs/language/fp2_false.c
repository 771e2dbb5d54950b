// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
extern float __VERIFIER_nondet_float(void);
int main(void){ float x=__VERIFIER_nondet_float(); float y=x; assert(x==y); return 0; }
