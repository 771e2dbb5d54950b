// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <float.h>
int main(void){ double d=DBL_MIN; d/=2; assert(d>0 && d*2==DBL_MIN); float f=0x1p-149f; assert(f>0 && f/2==0); assert((float)0x1p-150==0 && (float)0x1.000002p-150==0x1p-149f); float g=FLT_MAX; assert(g*2==1.0f/0.0f); assert((float)3.5e38>FLT_MAX); assert(FLT_MAX+1e30f==FLT_MAX); return 0;}
