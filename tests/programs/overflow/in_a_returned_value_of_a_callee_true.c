// EXPECT: TRUE
// PROPERTY: G ! overflow
extern int __VERIFIER_nondet_int(void);

static int twice(int n)
{
    return n + n;
}

static int four_times(int n)
{
    return twice(twice(n / 2));
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n > 1073741823 || n < -1073741823)
        return 1;
    return four_times(n) == 2;
}
