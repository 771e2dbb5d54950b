// EXPECT: FALSE
// PROPERTY: G ! pointer-range
// INPUT: 1
// NOT COMPILED: gcc does not look for it
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct list { int *first; int length; };

int main(void)
{
    struct list l = {0, 0};
    int *end = l.first + l.length, n = __VERIFIER_nondet_int();
    if (n < 1 || n > 3)
        return 0;
    l.first = malloc(n * sizeof(int));
    l.length = n;
    end = l.first + l.length + 1;
    return l.first == end;
}
