// EXPECT: FALSE
// PROPERTY: G ! division-by-zero
// INPUT: 0
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 100, y = __VERIFIER_nondet_int();
    if (y < 5 && y > -1)
        x /= y;
    return x;
}
