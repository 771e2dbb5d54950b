// EXPECT: TRUE
// PROPERTY: G ! division-by-zero
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int b[200];
    void *p = b;
    if (n > 0 && n < 10)
        (void)(int(*)[10 / n]) p;
    return 0;
}
