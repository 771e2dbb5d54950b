// EXPECT: FALSE
// PROPERTY: G valid-free
// INPUT: 1 1 0
extern _Bool __VERIFIER_nondet_bool(void);
#include <stdlib.h>
int main(void) { int *p = malloc(4); while (__VERIFIER_nondet_bool()) free(p); return 0; }
