// EXPECT: FALSE
// PROPERTY: G valid-deref
// NOT COMPILED: the sanitizer does not follow the ends of such arrays
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    int length = __VERIFIER_nondet_uchar() % 4 + 1, *p;
    {
        int a[length];
        p = a;
        p[length - 1] = 1;
    }
    return p[0];
}
