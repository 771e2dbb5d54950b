// EXPECT: FALSE
// PROPERTY: G ! uninitialised-read
// INPUT: 0
// NOT COMPILED: gcc does not look for it
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct entry {
    int key, value;
    struct entry *next;
};
int main(void)
{
    struct entry *first = malloc(sizeof *first), *second = malloc(sizeof *second);
    int n = __VERIFIER_nondet_int();
    first->key = 1;
    first->next = second;
    second->key = 2;
    if (n > 0)
        second->value = n;
    return first->next->value == 3;
}
