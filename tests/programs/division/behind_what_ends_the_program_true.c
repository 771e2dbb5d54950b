// EXPECT: TRUE
// PROPERTY: G ! division-by-zero
extern int __VERIFIER_nondet_int(void);

#include <stdlib.h>
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n == 0)
        exit(1);
    return 10 % n;
}
