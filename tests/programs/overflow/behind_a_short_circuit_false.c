// EXPECT: FALSE
// PROPERTY: G ! overflow
// INPUT: 2147483647
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), one = 1;
    int safe = n < 2147483647 && n + one > 5;
    safe += n == 2147483647 || n + one < 7;
    safe += n > 0 ? n - one : n < 0 ? n + one : 0;
    safe += n == 2147483647 && n + one < 7;
    return safe;
}
