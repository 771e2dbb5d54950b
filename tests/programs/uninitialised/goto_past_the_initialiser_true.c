// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main()
{
    int k = __VERIFIER_nondet_int();
    if (k)
        goto L;
    {
        int y[2];
        y[0] = 3;
    L:
        y[0] = 4;
        if (y[0] == 9)
            reach_error();
    }
    return 0;
}
