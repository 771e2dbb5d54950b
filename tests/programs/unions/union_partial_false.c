// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
union U{ int i; short s[2]; char c[4];};
extern int __VERIFIER_nondet_int(void);
int main(void){ union U u; u.i=__VERIFIER_nondet_int(); int old=u.i; u.s[1]=0;
 assert(u.i==(short)old);
 u.c[0]=-1; assert(((unsigned)u.i&255)==255);
 return 0;}
