// EXPECT: FALSE
// PROPERTY: G valid-deref
// INPUT: 100
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    char label[6];
    int number = __VERIFIER_nondet_int();
    if (number < 0 || number > 100)
        return 0;
    sprintf(label, "%s-%d", "no", number);
    return label[0] != 'n';
}
