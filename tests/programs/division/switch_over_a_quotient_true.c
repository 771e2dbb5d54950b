// EXPECT: TRUE
// PROPERTY: G ! division-by-zero
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1)
        return 0;
    switch (8 / n) {
    case 8:
        return 1;
    case 4:
        return 2;
    default:
        return 3;
    }
}
