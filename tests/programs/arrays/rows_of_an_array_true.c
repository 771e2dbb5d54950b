// EXPECT: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int a[300][200];

int main()
{
    int value = __VERIFIER_nondet_int();
    for (int i = 0; i < 300; i++)
        for (int j = 0; j < 200; j++)
            a[i][j] = value;
    for (int i = 0; i < 300; i++)
        for (int j = 0; j < 200; j++)
            if (a[i][j] != value)
                reach_error();
    return 0;
}
