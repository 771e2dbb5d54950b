// EXPECT: FALSE
// INPUT: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 5
// The last element is not copied a second time.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int a[30], b[30], c[30];

int main()
{
    int i;
    for (i = 0; i < 30; i++)
        a[i] = __VERIFIER_nondet_int();
    for (i = 0; i < 30; i++)
        b[i] = a[i];
    for (i = 0; i < 29; i++)
        c[i] = b[i];
    for (i = 0; i < 30; i++)
        if (a[i] != c[i])
            reach_error();
    return 0;
}
