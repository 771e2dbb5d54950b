// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
extern double __VERIFIER_nondet_double(void);
int main(void){ double d=__VERIFIER_nondet_double(); if(!(d>=0 && d<=1)) return 0; float f=d; 
 assert(f>=0 && f<=1); 
 return 0;}
