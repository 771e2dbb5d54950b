// EXPECT: FALSE
// COMMAND: whet verify
#include <stdbool.h>
extern int __VERIFIER_nondet_int(void);
int main(void){ bool found; for(int i=0;i<3;i++) if(__VERIFIER_nondet_int()==i) found=true; if(found) return 1; return 0;}
