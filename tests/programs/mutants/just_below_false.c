// EXPECT: FALSE
// INPUT: 9
// ABOUT: the greatest number below a bound
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 10 && x >= 9)
        reach_error();
    return 0;
}
