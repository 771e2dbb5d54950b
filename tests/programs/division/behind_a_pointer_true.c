// EXPECT: TRUE
// PROPERTY: G ! division-by-zero
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = 5, z = 7;
    int *p = x > 0 ? &y : &z;
    *p = *p - 6;
    return 30 / y + 30 % z;
}
