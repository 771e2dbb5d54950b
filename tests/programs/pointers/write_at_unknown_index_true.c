// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main()
{
    int a[10];
    int i;
    for (i = 0; i < 10; i++)
        a[i] = 0;
    int k = __VERIFIER_nondet_int();
    if (k < 0 || k > 9)
        return 0;
    int *p = a + k;
    *p = 4;
    if (a[9] == 4 && k != 9)
        reach_error();
    return 0;
}
