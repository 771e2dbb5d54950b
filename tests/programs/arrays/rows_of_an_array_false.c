// EXPECT: FALSE
// INPUT: 3
// The last column is left out.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int a[3][4];

int main()
{
    int value = __VERIFIER_nondet_int();
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            a[i][j] = value;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            if (a[i][j] != value)
                reach_error();
    return 0;
}
