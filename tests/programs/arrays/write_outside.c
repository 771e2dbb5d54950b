// EXPECT: ANY
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main()
{
    int a[2];
    int i = __VERIFIER_nondet_int();
    a[i] = 5;
    if (i == 3)
        reach_error();
    return 0;
}
