// EXPECT: FALSE
// PROPERTY: G ! overflow
// INPUT: 2147483600 100
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int offset = __VERIFIER_nondet_int(), length = __VERIFIER_nondet_int();
    if (offset < 0 || length < 0)
        return 1;
    if (offset + length > 4096)
        return 1;
    return 0;
}
