// EXPECT: TRUE
// PROPERTY: G valid-deref
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int value = 0, *p = __VERIFIER_nondet_int() ? &value : &value;
    *p;
    return 0;
}
