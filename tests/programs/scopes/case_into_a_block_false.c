// EXPECT: FALSE
// PROPERTY: G valid-deref
// NOT COMPILED: gcc gives the object of the next turn the same place
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int *p = 0, sum = 0, n = 2;
    switch (__VERIFIER_nondet_int()) {
    case 0:
        do {
            int x;
            if (p)
                sum += *p;
    case 1:
            x = sum;
            p = &x;
        } while (--n);
    }
    return sum;
}
