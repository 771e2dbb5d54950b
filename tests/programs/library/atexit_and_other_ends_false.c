// EXPECT: FALSE
// INPUT: 3
#include <stdlib.h>
#include <unistd.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int may_end;
static void at_end(void)
{
    if (!may_end)
        reach_error();
}
int main(void)
{
    atexit(at_end);
    switch (__VERIFIER_nondet_int()) {
    case 0:
        abort();
    case 1:
        _Exit(1);
    case 2:
        _exit(1);
    case 3:
        exit(1);
    }
    may_end = 1;
    exit(1);
}
