// EXPECT: FALSE
// INPUT: 126 127 105 84
#include <string.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);

int main(void)
{
    char a[3], b[3];
    for (int i = 0; i < 2; i++) {
        a[i] = __VERIFIER_nondet_char() & 127;
        b[i] = __VERIFIER_nondet_char() & 127;
    }
    a[2] = b[2] = 0;
    if (strcmp(a, b) < 0 && a[1] > b[1])
        reach_error();
    return 0;
}
