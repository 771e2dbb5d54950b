// EXPECT: FALSE
// PROPERTY: G valid-deref
// INPUT: 1
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
        break;
    default:
        break;
    }
    return *p;
}
