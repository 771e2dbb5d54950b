// EXPECT: FALSE
// PROPERTY: G ! array-index
// INPUT: -1
// NOT COMPILED: the sanitizer of gcc passes over arrays at the end of a structure
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct message {
    int length;
    char text[1];
};

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < -1 || n > 4)
        return 0;
    struct message *m = malloc(sizeof *m + 4);
    m->length = n;
    m->text[n] = 0;
    free(m);
    return 0;
}
