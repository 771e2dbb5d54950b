// EXPECT: FALSE
// PROPERTY: G valid-memtrack
// INPUT: 1 0
extern _Bool __VERIFIER_nondet_bool(void);
#include <stdlib.h>
int main(void) { char *p = 0; while (__VERIFIER_nondet_bool()) { p = malloc(3); p = malloc(5); free(p); p = 0; } return 0; }
