// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main()
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 10)
        return 0;
    int a[n];
    a[n - 1] = 4;
    if (sizeof(a) == 12 && a[2] != 4)
        reach_error();
    return 0;
}
