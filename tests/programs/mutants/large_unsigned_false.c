// EXPECT: FALSE
// INPUT: 4294967295
// ABOUT: unsigned numbers are compared as such
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    if (x > 2147483647u)
        reach_error();
    return 0;
}
