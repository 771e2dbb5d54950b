// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
extern long long __VERIFIER_nondet_longlong(void);
int main(void){ long long n=(1LL<<60)+(1LL<<36)+1; long long k=__VERIFIER_nondet_longlong(); 
 if(k!=n) return 0; float f=k;
 assert(f==0x1p60f); 
 float g=(float)(double)k; assert(g==0x1p60f); return 0;}
