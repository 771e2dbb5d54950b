// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <limits.h>
extern int __VERIFIER_nondet_int(void);
int main(void){ int a=__VERIFIER_nondet_int(), b=__VERIFIER_nondet_int(), r; 
 if(!__builtin_add_overflow(a,b,&r)) assert(r-b==a); 
 unsigned char c; int o=__builtin_add_overflow(a,b,&c); assert(o==((long)a+b<0||(long)a+b>255)); 
 unsigned u; o=__builtin_sub_overflow(1u,2,&u); assert(o && u==UINT_MAX);
 o=__builtin_sub_overflow(a,b,&u); 
 assert(o==(a<b && a!=-5));
 long long l; assert(!__builtin_mul_overflow(INT_MIN,-1,&l)); assert(l==2147483648LL); assert(__builtin_mul_overflow_p(INT_MIN,-1,(int)0));
 struct{int f:5;}s={0}; assert(__builtin_add_overflow_p(15,1,s.f)); assert(!__builtin_add_overflow_p(14,1,s.f));
 _Bool bb; assert(__builtin_smul_overflow(65536,65536,&r)==1 && r==0); (void)bb;
 return 0;}
