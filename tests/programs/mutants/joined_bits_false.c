// EXPECT: FALSE
// INPUT: 5 2
// ABOUT: the greatest number that two joined numbers make
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint() % 6, y = __VERIFIER_nondet_uint() % 6;
    if ((x | y) == 7)
        reach_error();
    return 0;
}
