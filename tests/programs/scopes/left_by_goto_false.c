// EXPECT: FALSE
// PROPERTY: G valid-deref
// INPUT: 3
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int other = 5, *p = &other;
    {
        int x = 1;
        if (__VERIFIER_nondet_int() == 3) {
            p = &x;
            goto out;
        }
        p = &other;
    }
    return *p - 5;
out:
    return *p;
}
