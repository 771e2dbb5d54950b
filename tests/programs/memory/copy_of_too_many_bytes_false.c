// EXPECT: FALSE
// PROPERTY: G valid-deref
// INPUT: 9
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    char source[16] = "0123456789abcde", target[8];
    unsigned length = __VERIFIER_nondet_uint();
    if (length > 9)
        return 0;
    memcpy(target, source, length);
    return 0;
}
