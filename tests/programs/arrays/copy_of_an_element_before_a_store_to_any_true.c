// EXPECT: TRUE
// MACHINE: both
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[4] = {0};
    int i = __VERIFIER_nondet_int();
    a[0] = __VERIFIER_nondet_int();
    int before = a[0];
    if (i < 0 || i > 3)
        return 0;
    a[i] = 7;
    if (a[0] != 7 && a[0] != before)
        reach_error();
    return 0;
}
