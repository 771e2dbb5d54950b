// EXPECT: TRUE
// PROPERTY: G ! overflow
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int offset = __VERIFIER_nondet_int(), length = __VERIFIER_nondet_int();
    if (offset < 0 || length < 0)
        return 1;
    if (offset > 4096 || length > 4096 - offset)
        return 1;
    return 0;
}
