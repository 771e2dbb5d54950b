// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void){ unsigned char a=__VERIFIER_nondet_uchar(), b=__VERIFIER_nondet_uchar();
 unsigned char s=a; s<<=4; s>>=4; assert(s==(a&15));
 unsigned char t=(a<<4)>>4; assert(t==a);
 unsigned char m=a; m*=b; assert(m==(unsigned char)(a*b));
 signed char c=a; c/=2; assert(c>=-64 && c<=63);
 unsigned char d=a; d=~d; assert(d==255-a); assert(~a!=d);
 unsigned char e=a; e-=b; assert(e==((a-b)&255));
 unsigned short us=a*257; assert((us>>8)==a);
 assert((a^b)>=0 && -a<=0);
 return 0;}
