// EXPECT: TRUE
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main()
{
    int a[4] = {1, 2, 3, 4};

    unsigned n = __VERIFIER_nondet_uint();
    if (n > 16)
        return 0;
    memset(a, -1, n);
    if (a[1] == 0xff00)
        reach_error();
    return 0;
}
