// EXPECT: FALSE
// PROPERTY: G ! division-by-zero
// INPUT: 8
extern int __VERIFIER_nondet_int(void);

struct part { unsigned low : 3; };
int main(void)
{
    struct part p;
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 8)
        return 0;
    p.low = n;
    return 20 / p.low;
}
