// EXPECT: TRUE
// PROPERTY: G ! conversion-range
extern float __VERIFIER_nondet_float(void);

static int rounded(float x)
{
    if (x > 1e9f || x < -1e9f || x != x)
        return 0;
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
