// EXPECT: TRUE
// PROPERTY: G ! division-by-zero
extern int __VERIFIER_nondet_int(void);

#include <stdio.h>
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0)
        printf("%d\n", 9 / n);
    return 0;
}
