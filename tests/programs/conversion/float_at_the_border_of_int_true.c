// EXPECT: TRUE
// PROPERTY: G ! conversion-range
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    double f = (double)n;
    return (int)f == n;
}
