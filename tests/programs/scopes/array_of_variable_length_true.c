// EXPECT: TRUE
// PROPERTY: G valid-deref
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    int length = __VERIFIER_nondet_uchar() % 4 + 1, found = 0, *p;
    for (int i = 0; i < 2; i++) {
        int a[length];
        p = a;
        p[length - 1] = 1;
        found += p[length - 1];
    }
    return found;
}
