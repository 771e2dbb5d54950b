// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void){ unsigned char a=__VERIFIER_nondet_uchar();
 unsigned char c=a; 
 c*=1.25;
 int i=a; i+=0.9; assert(i==a);
 i=-(int)a; i-=0.5; assert(i==-(int)a);
 return 0;}
