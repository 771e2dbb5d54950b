// EXPECT: FALSE
// PROPERTY: G ! division-by-zero
// INPUT: 0
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int b[200];
    void *p = b;
    (void)(int(*)[10 / n]) p;
    return 0;
}
