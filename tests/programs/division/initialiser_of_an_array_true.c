// EXPECT: TRUE
// PROPERTY: G ! division-by-zero
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 9)
        return 0;
    int table[3] = {1, 60 / n, 60 % n};
    return table[1];
}
