// EXPECT: TRUE
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main()
{
    double d = __VERIFIER_nondet_double();
    if (d != d && d == 0)
        reach_error();
    return 0;
}
