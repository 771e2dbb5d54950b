// EXPECT: TRUE
// PROPERTY: G ! division-by-zero
extern int __VERIFIER_nondet_int(void);

static int share(int all, int parts) { return all / parts; }
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1) n = 1;
    return share(100, n);
}
