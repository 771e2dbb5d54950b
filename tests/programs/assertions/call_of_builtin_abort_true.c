// EXPECT: TRUE
// PROPERTY: G ! call(abort())
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x == 3 && x == 4)
        __builtin_abort();
    return 0;
}
