// EXPECT: FALSE
// PROPERTY: G valid-deref
// NOT COMPILED: gcc leaves out the read
// INPUT: 0
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int value = 0, *p = __VERIFIER_nondet_int() ? &value : 0;
    *p;
    return 0;
}
