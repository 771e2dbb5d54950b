// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void myfail(void){ exit(0); }
#undef assert
#define assert(x) ((x)?(void)0:myfail())
int main(void){ int v=__VERIFIER_nondet_int(); assert(v==0); return 0; }
