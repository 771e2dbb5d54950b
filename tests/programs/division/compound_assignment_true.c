// EXPECT: TRUE
// PROPERTY: G ! division-by-zero
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 100, y = __VERIFIER_nondet_int();
    if (y < 5 && y > 0)
        x /= y;
    return x;
}
