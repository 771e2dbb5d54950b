// EXPECT: FALSE
// INPUT: 10
// ABOUT: the bound itself is not above it
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 10)
        return 0;
    if (x < 10)
        return 0;
    reach_error();
    return 0;
}
