// EXPECT: TRUE
// PROPERTY: G ! library-contract
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    char text[16] = "0123456789abcde";
    unsigned distance = __VERIFIER_nondet_uint();
    if (distance < 4 || distance > 12)
        return 0;
    unsigned long length = distance > 2 ? 3 : 4;
    memcpy(text, text + distance, length);
    return text[0] == 'x';
}
