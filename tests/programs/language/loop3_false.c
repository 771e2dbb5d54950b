// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void){ unsigned char x=__VERIFIER_nondet_uchar(), c=0; while(x){ c+=x&1; x>>=1;} assert(c<8); return 0; }
