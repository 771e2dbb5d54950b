// EXPECT: TRUE
// PROPERTY: G ! uninitialised-read
// NOT COMPILED: no sanitizer of gcc looks for it
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
    return x != 0 && sign(x) == 5;
}
