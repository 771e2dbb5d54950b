// EXPECT: TRUE
// PROPERTY: G ! overflow
extern int __VERIFIER_nondet_int(void);

static int pick(int first, int second)
{
    return first ? first : second;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < -2147483647)
        return 0;
    return pick(n, n - 1) == pick(0, n + 0);
}
