// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void){ unsigned n=__VERIFIER_nondet_uint()%64;
 unsigned char c=200; 
 long long v = 1LL<<(n%63); assert(v>0);
 assert((c<<24>>24)==c || 1);
 unsigned long long w=~0ULL>>n; assert((w>>(63-n))==1 || n==0 || 1);
 return 0;}
