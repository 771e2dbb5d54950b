// EXPECT: TRUE
// PROPERTY: G ! division-by-zero
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 255)
        return 0;
    return 10 / (unsigned char)n;
}
