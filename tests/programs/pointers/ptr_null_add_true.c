// EXPECT: TRUE
// COMMAND: whet verify
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
int main(void){ int *p=0; int n=__VERIFIER_nondet_int(); 
 if(n!=0) return 0; 
 int*q=p+n; return q==(int*)77;}
