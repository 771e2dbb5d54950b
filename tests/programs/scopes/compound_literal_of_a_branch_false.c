// EXPECT: FALSE
// PROPERTY: G valid-deref
// INPUT: 1
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int none[2] = {0, 0}, *p = none;
    if (__VERIFIER_nondet_int() > 0)
        p = (int[]){1, 2};
    return p[1];
}
