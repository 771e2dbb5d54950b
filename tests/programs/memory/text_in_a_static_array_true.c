// EXPECT: TRUE
// PROPERTY: G valid-deref
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
static char label[6];

int main()
{
    snprintf(label, sizeof label, "%d", __VERIFIER_nondet_int());
    puts(label);
    return 0;
}
