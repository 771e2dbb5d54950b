// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main()
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 4)
        return 0;
    int *p = __builtin_alloca(n * 4);
    p[n - 1] = 6;
    if (p[n - 1] != 6)
        reach_error();
    return 0;
}
