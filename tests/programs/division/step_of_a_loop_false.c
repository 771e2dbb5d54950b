// EXPECT: FALSE
// PROPERTY: G ! division-by-zero
// INPUT: 1
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 3)
        return 0;
    for (int i = 0; i < 3; 6 / (n + i - 2))
        i++;
    return 0;
}
