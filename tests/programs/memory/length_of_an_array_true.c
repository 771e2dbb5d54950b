// EXPECT: TRUE
// PROPERTY: G valid-deref
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 3)
        return 0;
    typedef char rows[n + 1][n];
    n = -1;
    rows a;
    a[0][0] = 1;
    return a[0][0];
}
