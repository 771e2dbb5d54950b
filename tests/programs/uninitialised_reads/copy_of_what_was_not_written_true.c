// EXPECT: TRUE
// PROPERTY: G ! uninitialised-read
// NOT COMPILED: gcc does not look for it
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct pair {
    int one, other;
};
int main(void)
{
    struct pair from, to = {1, 2}, *place = &to;
    int n = __VERIFIER_nondet_int();
    from.one = n;
    if (n == 5)
        from.other = n;
    memcpy(place, &from, sizeof from);
    return n == 5 && place->other == 2;
}
