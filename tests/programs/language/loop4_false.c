// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void){ unsigned x=__VERIFIER_nondet_uint(); unsigned y=x*x; assert(y%8!=4 || x%4==2 || 1); assert(y*x!=0x1a3b2c4du ); return 0; }
