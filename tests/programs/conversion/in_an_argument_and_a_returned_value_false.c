// EXPECT: FALSE
// PROPERTY: G ! conversion-range
// INPUT: 1e10
extern float __VERIFIER_nondet_float(void);

static int rounded(float x)
{
    return x + 0.5f;
}

static int same(int n)
{
    return n;
}

int main(void)
{
    return same(rounded(__VERIFIER_nondet_float()) / 2.0);
}
