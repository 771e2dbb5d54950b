// EXPECT: FALSE
// PROPERTY: G ! division-by-zero
// INPUT: 1
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = 5, z = 7;
    int *p = x > 0 ? &y : &z;
    *p = *p - 5;
    return 30 / y + 30 % z;
}
