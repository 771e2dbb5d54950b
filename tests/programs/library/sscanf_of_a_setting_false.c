// EXPECT: FALSE
// INPUT: 57 57
#include <stdio.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
int main(void)
{
    char line[] = "size=??", name[8] = "";
    int size = -1, end = 0;
    line[5] = __VERIFIER_nondet_char();
    line[6] = __VERIFIER_nondet_char();
    if (sscanf(line, "%7[a-z]=%2u%n", name, (unsigned *)&size, &end) != 2)
        return 1;
    if (name[3] != 'e' || name[4] != 0 || size > 98 || end > 7)
        reach_error();
    return 0;
}
