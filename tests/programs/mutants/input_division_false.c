// EXPECT: FALSE
// INPUT: -7
// ABOUT: a negative input is divided
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 0 && x > -10 && x / 3 == -2)
        reach_error();
    return 0;
}
