// EXPECT: TRUE
// MACHINE: ILP32
// PROPERTY: G ! conversion-range
extern double __VERIFIER_nondet_double(void);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    if (!(x > -4e9 && x < 4e9))
        return 1;
    return (long long)x == 5;
}
