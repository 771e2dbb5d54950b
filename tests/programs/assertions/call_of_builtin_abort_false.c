// EXPECT: FALSE
// PROPERTY: G ! call(abort())
// INPUT: 3
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    if (__VERIFIER_nondet_int() == 3)
        __builtin_abort();
    return 0;
}
