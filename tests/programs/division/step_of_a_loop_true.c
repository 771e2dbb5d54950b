// EXPECT: TRUE
// PROPERTY: G ! division-by-zero
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 3)
        return 0;
    for (int i = 0; i < 3; 6 / (n + i - 1))
        i++;
    return 0;
}
