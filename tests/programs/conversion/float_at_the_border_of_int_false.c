// EXPECT: FALSE
// PROPERTY: G ! conversion-range
// INPUT: 2147483647
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    float f = (float)n;
    return (int)f == n;
}
