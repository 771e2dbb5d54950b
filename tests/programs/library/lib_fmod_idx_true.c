// EXPECT: TRUE
// COMMAND: whet verify
#include <math.h>
extern double __VERIFIER_nondet_double(void);
int main(void){ static int t[8]; double x=__VERIFIER_nondet_double(); if(!(x>=0&&x<1e6)) return 0; t[(int)fmod(x,8)]=1; return 0; }
