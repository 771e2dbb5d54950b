// EXPECT: TRUE
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main()
{
    int a[4] = {1, 2, 3, 4}, b[4] = {0};

    unsigned n = __VERIFIER_nondet_uint();
    if (n > 16)
        return 0;
    memcpy(b, a, n);
    if (b[3] == 4 && b[0] != 1)
        reach_error();
    return 0;
}
