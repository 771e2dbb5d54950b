// EXPECT: FALSE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main()
{
    _Bool b = __VERIFIER_nondet_int();
    if (b != 0 && b != 1)
        reach_error();
    b = 2;
    if (b != 1)
        reach_error();
    b = 0.0;
    if (!b)
        reach_error();
    return 0;
}
