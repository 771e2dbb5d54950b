// EXPECT: FALSE
// COMMAND: whet verify --check memory
// INPUT: 2
extern int __VERIFIER_nondet_int(void);

static int visit(int n)
{
    int *p = 0;
    if (n > 0) {
        int x = n;
        p = &x;
    }
    if (n > 1)
        visit(n - 1);
    return p ? *p : 0;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 4)
        return 0;
    return visit(n);
}
