// EXPECT: TRUE
// PROPERTY: G ! division-by-zero
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int table[8] = {0};
    int n = __VERIFIER_nondet_int();
    if (n >= 1 && n <= 7)
        table[7 / n] = 1;
    return table[0];
}
