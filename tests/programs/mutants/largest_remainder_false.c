// EXPECT: FALSE
// INPUT: 9
// ABOUT: the greatest remainder
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    if (x % 10 == 9)
        reach_error();
    return 0;
}
