// EXPECT: FALSE
// PROPERTY: G ! uninitialised-read
// INPUT: 0
// NOT COMPILED: gcc does not look for it
extern int __VERIFIER_nondet_int(void);

static int sign(int x)
{
    if (x > 0)
        return 1;
    else if (x < 0)
        return -sign(x == -2147483647 - 1 ? 1 : -x);
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    sign(x);
    return sign(x) == 5;
}
