// EXPECT: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main()
{
    int a[50000];
    int max, i;
    for (i = 0; i < 50000; i++)
        a[i] = __VERIFIER_nondet_int();
    max = a[0];
    for (i = 1; i < 50000; i++)
        if (a[i] > max)
            max = a[i];
    for (i = 0; i < 50000; i++)
        if (a[i] > max)
            reach_error();
    return 0;
}
