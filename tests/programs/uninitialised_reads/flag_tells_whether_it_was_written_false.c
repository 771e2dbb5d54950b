// EXPECT: FALSE
// PROPERTY: G ! uninitialised-read
// INPUT: 5 1
// NOT COMPILED: gcc does not look for it
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int known = 0, limit, n = __VERIFIER_nondet_int();
    if (n > 10) {
        limit = n;
        known = 1;
    }
    if (__VERIFIER_nondet_int() == 1)
        known = 1;
    return known && limit == 12;
}
