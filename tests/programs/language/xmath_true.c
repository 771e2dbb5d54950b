// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <math.h>
#define H(x) ((long long)((x)*1e6))
volatile double d=2.5;

int main(void){
assert((long long)(H(fmod(-7.5,2)))==-1500000);
assert((long long)(H(remainder(7.5,2)))==-500000);
assert((long long)(H(pow(-2,3)))==-8000000);
assert((long long)(H(pow(0,0)))==1000000);
assert((long long)(H(round(-2.5)))==-3000000);
assert((long long)(H(nearbyint(3.5)))==4000000);
assert((long long)(H(rint(-0.5)))==0);
assert((long long)(H(trunc(-2.7)))==-2000000);
assert((long long)(lround(2.5))==3);
assert((long long)(llrint(-2.5))==-2);
assert((long long)(H(ldexp(1.5,3)))==12000000);
assert((long long)(H(fdim(5,3)))==2000000);
assert((long long)(H(hypot(5,12)))==13000000);
assert((long long)(H(copysign(2,-1)))==-2000000);
assert((long long)(ilogb(10.0))==3);
assert((long long)(H(logb(10.0)))==3000000);
assert((long long)(H(cbrt(-8)))==-2000000);
assert((long long)(H(fma(2,3,4)))==10000000);
assert((long long)(H(nextafter(1.0,2.0)-1.0))==0);
assert((long long)(isnan(fmod(1,0))!=0)==1);
assert((long long)(isinf(log(0))!=0)==1);
assert((long long)(signbit(-0.0)!=0)==1);
assert((long long)(fpclassify(0.0)==FP_ZERO)==1);
assert((long long)(fpclassify(1e-320)==FP_SUBNORMAL)==1);
assert((long long)(isnormal(1.0)!=0)==1);
assert((long long)(H(floorf(-1.5f)))==-2000000);
assert((long long)(H(scalbn(1.0,4)))==16000000);
assert((long long)(H(atan2(0,-1)))==3141592);
assert((long long)(H(exp2(3)))==8000000);
assert((long long)(H(log10(1000)))==3000000);
assert((long long)(H(sqrtf(2.0f)))==1414213);
assert((long long)(H(fmin(-0.0,0.0)))==0);
return 0;}
