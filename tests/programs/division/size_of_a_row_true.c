// EXPECT: TRUE
// PROPERTY: G ! division-by-zero
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int m = 3;
    int a[m];
    a[0] = 1;
    return sizeof(a) == 0 || (n != 0 && 10 / n == 0);
}
