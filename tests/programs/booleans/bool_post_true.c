// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
int main(void){ _Bool b=__VERIFIER_nondet_bool(), o=b; int r=b--; assert(r==o);
 assert(b==!o);
 return 0;}
