// EXPECT: TRUE
#include <err.h>
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int is_open;
static void at_end(void)
{
    if (is_open)
        reach_error();
}
static int positive(int x)
{
    if (x <= 0) {
        is_open = 0;
        errx(1, "%d is not positive", x);
    }
    return x;
}
int main(void)
{
    int x;
    atexit(at_end);
    is_open = 1;
    x = positive(__VERIFIER_nondet_int());
    if (x <= 0)
        reach_error();
    is_open = 0;
    return 0;
}
