// EXPECT: TRUE
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main()
{
    double d = __VERIFIER_nondet_double();
    if (d > 2.5 && d < 2.75) {
        int i = (int)d;
        if (i != 2)
            reach_error();
    }
    return 0;
}
