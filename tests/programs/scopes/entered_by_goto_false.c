// EXPECT: FALSE
// PROPERTY: G valid-deref
// NOT COMPILED: gcc gives the object of the next turn the same place
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int *p = 0, times = 0;
    goto in;
    while (times < 2) {
        int x;
        if (times == 1)
            *p = 4;
    in:
        x = 3;
        p = &x;
        *p = 2;
        times++;
    }
    return times;
}
