// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main()
{
    double d = 1.5;
    long *p = (long *)&d;
    *p = __VERIFIER_nondet_int();
    if (d == 1.5)
        reach_error();
    return 0;
}
