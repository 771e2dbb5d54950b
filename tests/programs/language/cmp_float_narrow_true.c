// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void){ unsigned char a=__VERIFIER_nondet_uchar();
 unsigned char c=a; 
 if(c<=200) { c*=1.25; assert(c==(unsigned char)(a*1.25)); }
 int i=a; i+=0.9; assert(i==a);
 i=-(int)a; i-=0.5; assert(i==-(int)a);
 return 0;}
