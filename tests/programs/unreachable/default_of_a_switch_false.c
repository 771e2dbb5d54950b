// EXPECT: FALSE
// PROPERTY: G ! unreachable-code
// INPUT: 4
extern int __VERIFIER_nondet_int(void);
static int days(int quarter)
{
    switch (quarter) {
    case 1:
        return 90;
    case 2:
        return 91;
    case 3:
        return 92;
    default:
        __builtin_unreachable();
    }
}
int main(void)
{
    int quarter = __VERIFIER_nondet_int();
    if (quarter < 1 || quarter > 4)
        return 0;
    return days(quarter) == 90;
}
