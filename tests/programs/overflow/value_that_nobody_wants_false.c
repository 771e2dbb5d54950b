// EXPECT: FALSE
// PROPERTY: G ! overflow
// NOT COMPILED: gcc leaves out the sum that nobody wants
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    (void)(n + 1);
    return 0;
}
