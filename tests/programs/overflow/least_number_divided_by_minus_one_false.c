// EXPECT: FALSE
// PROPERTY: G ! overflow
// INPUT: -2147483648 -1
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int total = __VERIFIER_nondet_int(), parts = __VERIFIER_nondet_int();
    if (parts == 0)
        return 1;
    return total / parts > 3;
}
