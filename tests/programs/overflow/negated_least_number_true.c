// EXPECT: TRUE
// PROPERTY: G ! overflow
extern int __VERIFIER_nondet_int(void);

static int magnitude(int value)
{
    if (value == -2147483647 - 1)
        return 2147483647;
    return value < 0 ? -value : value;
}

int main(void)
{
    return magnitude(__VERIFIER_nondet_int()) > 7;
}
