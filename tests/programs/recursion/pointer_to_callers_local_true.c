// EXPECT: TRUE
// COMMAND: whet verify --check memory
extern int __VERIFIER_nondet_int(void);

static int count(const int *n)
{
    if (*n == 0)
        return 1;
    int less = *n - 1;
    return count(&less) + *n;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 6)
        return 0;
    return count(&n);
}
