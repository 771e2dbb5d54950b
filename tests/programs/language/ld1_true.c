// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <float.h>
int main(void){ long double x=1e4000L; assert(x*x>LDBL_MAX==0 || 1); assert(sizeof x==16); long double y=0.1L; assert(y!=0.1); assert(y*10==1.0L); long double z=18446744073709551615ULL; assert((unsigned long long)z==18446744073709551615ULL); z=1.0L/3; assert((double)z==1.0/3); return 0; }
