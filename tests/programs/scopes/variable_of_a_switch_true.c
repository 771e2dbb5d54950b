// EXPECT: TRUE
// PROPERTY: G valid-deref
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    static int other;
    int *p = &other;
    switch (__VERIFIER_nondet_int()) {
        int x;
    case 1:
        x = 1;
        p = &x;
        *p = 2;
        p = &other;
        break;
    default:
        break;
    }
    return *p;
}
