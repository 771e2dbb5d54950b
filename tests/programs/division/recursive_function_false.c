// EXPECT: FALSE
// PROPERTY: G ! division-by-zero
extern int __VERIFIER_nondet_int(void);

static int power(int n, int e) { return e == -1 ? 1 : n / e + power(n, e - 1); }
int main(void)
{
    return power(7, 3);
}
