// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void){ int a=__VERIFIER_nondet_int(); long r=(long)a%-1; assert(r==0); long q=(long)a/-1; assert(q==-(long)a); return 0; }
