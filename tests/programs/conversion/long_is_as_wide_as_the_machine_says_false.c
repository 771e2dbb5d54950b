// EXPECT: FALSE
// MACHINE: ILP32
// PROPERTY: G ! conversion-range
// INPUT: 3000000000
extern double __VERIFIER_nondet_double(void);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    if (!(x > -4e9 && x < 4e9))
        return 1;
    return (long)x == 5;
}
