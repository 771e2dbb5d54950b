// EXPECT: FALSE
// COMMAND: whet verify --check memory
// INPUT: 2
extern int __VERIFIER_nondet_int(void);

static int count(const int *n)
{
    if (*n == 0)
        return n[1];
    int less = *n - 1;
    return count(&less) + *n;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 6)
        return 0;
    return count(&n);
}
