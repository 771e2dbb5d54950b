// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <float.h>
int main(void){ assert(0.1+0.2!=0.3); float f=16777216.0f; assert(f+1==f); assert((float)0.1!=0.1); assert(0.1f+0.2f==0.3f || 1); assert((double)0.1f>0.1); assert((int)-1.9==-1); assert((float)16777217==16777216.0f); long l=9007199254740993; assert((double)l==9007199254740992.0); assert(DBL_MIN/2>0); assert(FLT_MAX*2>FLT_MAX); double n=0.0/0.0; assert(n!=n); assert(!(n<1)&&!(n>=1)); if(n) ; else assert(0); assert(!n==0); assert(-0.0==0.0); assert(sizeof(1.0f*1.0)==8); long double L=1.0L; L+=0x1p-63L; assert(L!=1.0L); assert((double)L==1.0); assert(0x1.8p1==3.0); assert((unsigned char)255.9==255); assert((float)0xffffffffu==4294967296.0f); return 0; }
