// EXPECT: FALSE
// PROPERTY: G valid-deref
// INPUT: 7 9
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int *p = 0, *q = 0;
    while (1) {
        int x = __VERIFIER_nondet_int();
        if (x == 7)
            continue;
        p = &x;
        if (x == 9) {
            int y = 2;
            q = &y;
            break;
        }
    }
    return *q;
}
