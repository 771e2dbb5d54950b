// EXPECT: TRUE
// PROPERTY: G valid-deref
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int *p, sum = 0, n = 2;
    switch (__VERIFIER_nondet_int()) {
    case 0:
        do {
            int x;
            sum++;
    case 1:
            x = sum;
            p = &x;
            sum += *p;
        } while (--n);
    }
    return sum;
}
