// EXPECT: TRUE
// PROPERTY: G valid-deref
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int none[2] = {0, 0}, *p = none;
    p = __VERIFIER_nondet_int() > 0 ? (int[]){1, 2} : none;
    return p[1];
}
