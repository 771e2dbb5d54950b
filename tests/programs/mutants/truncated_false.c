// EXPECT: FALSE
// INPUT: 2.75
// ABOUT: a number of type double is cut when it becomes an int
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);

int main(void)
{
    double d = __VERIFIER_nondet_double();
    if (d > 2.5 && d < 3.0 && (int)d == 2)
        reach_error();
    return 0;
}
