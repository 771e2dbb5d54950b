// EXPECT: FALSE
// PROPERTY: G ! overflow
// INPUT: -2147483648
extern int __VERIFIER_nondet_int(void);

static int magnitude(int value)
{
    return value < 0 ? -value : value;
}

int main(void)
{
    return magnitude(__VERIFIER_nondet_int()) > 7;
}
