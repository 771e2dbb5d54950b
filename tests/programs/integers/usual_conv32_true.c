// EXPECT: TRUE
// COMMAND: whet verify
// MACHINE: ILP32
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void){ int n=__VERIFIER_nondet_int(); unsigned u=n; long l=n; unsigned long ul=n; long long ll=n;
 assert(sizeof(long)==4 && sizeof(2147483648)==8 && sizeof(void*)==4 && sizeof(long double)==12);
 if(n<0) assert(!(l<u)); if (n<0) assert(ll<u);
 assert(-1L>0u); assert(_Generic(-1L+0u, unsigned long:1, default:0)); assert(_Generic(1L+1u, unsigned long:1, default:0));
 struct {char c; long long x;} z; assert(sizeof z==12); struct {char c; double x;} y; assert(sizeof y==12); assert(_Alignof(double)==4||_Alignof(double)==8);
 return 0;}
