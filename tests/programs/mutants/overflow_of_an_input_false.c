// EXPECT: FALSE
// PROPERTY: G ! overflow
// INPUT: 2147483647
// ABOUT: the sum of an input and one
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 0)
        return 0;
    x = x + 1;
    if (x == 5)
        return 1;
    return 0;
}
