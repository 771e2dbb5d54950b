// EXPECT: TRUE
// PROPERTY: G ! division-by-zero
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int table[4] = {0}, n = __VERIFIER_nondet_int();
    if (n < 1 || n > 3)
        return 0;
    table[3 / n];
    &table[2 % n];
    return 0;
}
