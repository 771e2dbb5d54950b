// EXPECT: FALSE
// COMMAND: whet verify --check memory
// INPUT: 1
extern int __VERIFIER_nondet_int(void);

static void visit(int n, int **out)
{
    int x = n, *inner = 0;
    if (n > 0) {
        visit(n - 1, &inner);
        *inner = 1;
    }
    *out = &x;
}

int main(void)
{
    int n = __VERIFIER_nondet_int(), *p = 0;
    if (n < 0 || n > 4)
        return 0;
    visit(n, &p);
    return 0;
}
