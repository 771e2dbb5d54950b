// EXPECT: FALSE
// PROPERTY: G ! overflow
// INPUT: 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
// ABOUT: a counter passes a bound and overflows
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 2147483600;
    while (__VERIFIER_nondet_int())
        x = x + 1;
    return 0;
}
