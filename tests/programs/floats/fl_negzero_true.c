// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <math.h>
#include <string.h>
extern double __VERIFIER_nondet_double(void);
int main(void){ double x=__VERIFIER_nondet_double(); if(x!=x) return 0; double z=0.0*x; 
 if(x>=0 && x<1e308 && !signbit(x)) assert(!signbit(z)); 
 double a=0.0,b=-0.0; assert(a==b && memcmp(&a,&b,8)!=0); assert(1/a==INFINITY && 1/b==-INFINITY); assert(signbit(-a) && !signbit(0-a)); return 0;}
