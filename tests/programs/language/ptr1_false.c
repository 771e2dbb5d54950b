// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a,b,*p; int main(void){ p=__VERIFIER_nondet_int()?&a:&b; *p=1; int **q=&p; **q+=1; assert(a==0||b==2); return 0; }
