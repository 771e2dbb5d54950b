// EXPECT: FALSE
// PROPERTY: G ! uninitialised-read
// INPUT: 3
// NOT COMPILED: gcc does not look for it
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), sign;
    if (n < 0)
        sign = -1;
    else if (n == 0)
        sign = 0;
    return sign;
}
