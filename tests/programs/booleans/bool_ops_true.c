// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <stdbool.h>
extern int __VERIFIER_nondet_int(void);
extern double __VERIFIER_nondet_double(void);
int main(void){ bool b=0; int n=__VERIFIER_nondet_int();
 b=n; assert(b==!!n); b=(bool)0.1; assert(b); b=0.0f; assert(!b); b=-0.0; assert(!b);
 double d=__VERIFIER_nondet_double(); b=d; assert(b==(d!=0)); if(d!=d) assert(b);
 b=&n; assert(b); b=1; b+=255; assert(b==1); b=1; b*=256; assert(b==1); b=1; b-=1; assert(!b);
 b=0; b++; b++; assert(b==1); b=1; b&=2; assert(b==0); b=1;b|=2; assert(b==1); b=1;b<<=3; assert(b==1); b>>=1; assert(b==0); b^=2; assert(b==1);
 assert(~b==-2); assert(-b==-1); assert(sizeof(!n)==4);
 b=0x100; assert(b==1); b=(char)0x100; assert(b==0);
 assert((bool)1/2 == 0); 
 return 0;}
