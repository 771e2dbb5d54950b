// EXPECT: TRUE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main()
{
    int a = __VERIFIER_nondet_int();
    if (a < 0 || a > 100)
        return 0;
    div_t r = div(a, 4);
    if (r.quot * 4 + r.rem != a || r.rem > 3)
        reach_error();
    return 0;
}
