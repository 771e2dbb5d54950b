// EXPECT: FALSE
// PROPERTY: G ! division-by-zero
// INPUT: 0
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int table[4] = {0}, n = __VERIFIER_nondet_int();
    if (n < 0 || n > 3)
        return 0;
    table[3 / n];
    &table[2 % n];
    return 0;
}
