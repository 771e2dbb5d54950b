// EXPECT: TRUE
// PROPERTY: G valid-deref
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int other = 5, *p = &other;
again:
    {
        int x = 1;
        p = &x;
        if (*p != 1)
            goto out;
        p = &other;
        if (__VERIFIER_nondet_int() == 3)
            goto again;
    }
out:
    return *p;
}
