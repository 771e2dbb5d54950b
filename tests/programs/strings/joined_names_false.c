// EXPECT: FALSE
// INPUT: 4 1 1 45
#include <string.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);

int main(void)
{
    char first[3], last[3], full[6];
    for (int i = 0; i < 2; i++) {
        first[i] = __VERIFIER_nondet_char();
        last[i] = __VERIFIER_nondet_char();
    }
    first[2] = last[2] = 0;
    strcpy(full, first);
    strcat(full, "-");
    strcat(full, last);
    if (strlen(full) > 4)
        reach_error();
    return 0;
}
