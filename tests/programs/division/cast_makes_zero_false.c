// EXPECT: FALSE
// PROPERTY: G ! division-by-zero
// INPUT: 256
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 256)
        return 0;
    return 10 / (unsigned char)n;
}
