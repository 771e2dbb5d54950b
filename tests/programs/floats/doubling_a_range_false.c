// EXPECT: FALSE
// INPUT: 1.5
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main()
{
    double d = __VERIFIER_nondet_double();
    if (d >= 1.0 && d <= 2.0) {
        double e = d * 2.0;
        if (!(e < 2.0 || e > 4.0))
            reach_error();
    }
    return 0;
}
