// EXPECT: TRUE
// PROPERTY: G ! overflow
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int total = __VERIFIER_nondet_int(), parts = __VERIFIER_nondet_int();
    if (parts == 0)
        return 1;
    if (parts == -1 && total < -2147483647)
        return 1;
    return total / parts > 3;
}
