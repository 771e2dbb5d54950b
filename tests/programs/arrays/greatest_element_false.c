// EXPECT: FALSE
// INPUT: 7
// The first element is not looked at.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main()
{
    int a[20];
    int max, i;
    for (i = 0; i < 20; i++)
        a[i] = __VERIFIER_nondet_int();
    max = a[1];
    for (i = 2; i < 20; i++)
        if (a[i] > max)
            max = a[i];
    for (i = 0; i < 20; i++)
        if (a[i] > max)
            reach_error();
    return 0;
}
