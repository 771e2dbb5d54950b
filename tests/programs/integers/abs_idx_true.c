// EXPECT: TRUE
// COMMAND: whet verify
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void){ static int t[16]; int i=__VERIFIER_nondet_int(); 
 t[(i<0?-(unsigned)i:(unsigned)i)%16]=1; 
 return 0; }
