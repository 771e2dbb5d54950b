// EXPECT: FALSE
// INPUT: -9
// ABOUT: numbers on both sides of zero have the quotient zero
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x / 10 == 0 && x == -9)
        reach_error();
    return 0;
}
