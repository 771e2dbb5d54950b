// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <stdbool.h>
extern bool __VERIFIER_nondet_bool(void);
int main(void){ bool b=__VERIFIER_nondet_bool(); int r=0; switch(b){ case false: r=1; case true: r+=2; } assert(r==(b?2:3)); switch(b+b){ case 0: case 2: break; default: assert(0);} return 0; }
