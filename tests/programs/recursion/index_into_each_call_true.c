// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int f(int n)
{
    int a[2] = {0, 0};
    int i = __VERIFIER_nondet_int();
    __VERIFIER_assume(i >= 0 && i < 2);
    a[i] = n;
    if (n < 1)
        return f(n + 1);
    if (a[0] + a[1] != 1)
        reach_error();
    return 0;
}

int main(void)
{
    return f(0);
}
