// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <math.h>
int main(void){ assert(floor(-0.5)==-1.0); assert(ceil(-0.5)==0 && signbit(ceil(-0.5))); assert(round(0.5)==1&&round(-0.5)==-1&&round(2.5)==3); assert(rint(2.5)==2&&rint(0.5)==0); assert(trunc(-1.7)==-1); assert(fmod(-5.5,2)==-1.5); assert(remainder(5,3)==-1); assert(pow(2,10)==1024); assert(fabs(-0.0)==0&&!signbit(fabs(-0.0))); assert(1/-0.0<0); assert(sqrt(2)*sqrt(2)!=2); assert(isnan(sqrt(-1))); assert(fmin(NAN,1)==1); assert(fmax(-INFINITY,3)==3); int e; assert(frexp(8.0,&e)==0.5&&e==4); assert(ldexp(0.75,2)==3); double ip; assert(modf(-3.25,&ip)==-0.25&&ip==-3); assert(hypot(3,4)==5); assert(copysign(3,-0.0)==-3); assert(lround(-2.5)==-3); assert(lrint(2.5)==2); assert(nextafter(1,2)>1); assert(fdim(3,5)==0); assert(cbrt(27)==3); assert(log2(8)==3); assert(exp(0)==1); return 0; }
