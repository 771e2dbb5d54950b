// EXPECT: FALSE
// PROPERTY: G ! overflow
// INPUT: -2147483648
extern int __VERIFIER_nondet_int(void);

static int pick(int first, int second)
{
    return first ? first : second;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    return pick(n, n - 1) == pick(0, n + 0);
}
