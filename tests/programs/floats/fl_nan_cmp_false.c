// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
extern double __VERIFIER_nondet_double(void);
int main(void){ double x=__VERIFIER_nondet_double(), y=__VERIFIER_nondet_double();
 if(!(x<y) && !(x>y)) assert(x==y); 
 return 0;}
