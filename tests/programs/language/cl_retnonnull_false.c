// EXPECT: FALSE
// COMMAND: whet verify
#include <stddef.h>
static int g; __attribute__((returns_nonnull)) int *f(int k){ return k>3?&g:NULL; }
extern int __VERIFIER_nondet_int(void);
int main(void){ int*p=f(__VERIFIER_nondet_int()); return p==NULL; }
