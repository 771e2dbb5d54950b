// EXPECT: FALSE
// INPUT: -7
// ABOUT: the remainder of a negative input is negative
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 0 && x > -10 && x % 4 == -3)
        reach_error();
    return 0;
}
