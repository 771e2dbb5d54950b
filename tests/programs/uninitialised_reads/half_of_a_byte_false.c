// EXPECT: FALSE
// PROPERTY: G ! uninitialised-read
// INPUT: 0
// NOT COMPILED: gcc does not look for it
extern int __VERIFIER_nondet_int(void);
struct flags {
    unsigned low : 3, high : 5;
};
int main(void)
{
    struct flags flags, *place = &flags;
    int n = __VERIFIER_nondet_int();
    place->low = 1;
    if (n > 0)
        place->high = 2;
    return n > -3 && flags.high == 2;
}
