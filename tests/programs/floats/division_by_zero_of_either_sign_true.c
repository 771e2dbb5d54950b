// EXPECT: TRUE
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main()
{
    double d = __VERIFIER_nondet_double();
    if (d == 0.0) {
        if (1.0 / d == 0)
            reach_error();
    }
    return 0;
}
