// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void){ unsigned n=__VERIFIER_nondet_uint()%8+1; int a[n][3]; int k=n; n=100;
 assert(sizeof a==n*12u);
 int i=0; assert(sizeof(int[i++ + 2])==8 && i==1); 
 assert(sizeof(a[i++])==12 && i==1);
 return 0;}
