// EXPECT: FALSE
// PROPERTY: G ! division-by-zero
// INPUT: 0
extern int __VERIFIER_nondet_int(void);

static int quotient(int a, int b) { return a / b; }
static int product(int a, int b) { return a * b; }
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int (*f)(int, int) = n == 0 ? quotient : quotient;
    return f(10, n);
}
