// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <complex.h>
int main(void){ double complex z=1+2*I; assert(creal(z*z)==3); return 0; }
