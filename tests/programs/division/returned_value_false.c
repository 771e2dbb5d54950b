// EXPECT: FALSE
// PROPERTY: G ! division-by-zero
// INPUT: 0
extern int __VERIFIER_nondet_int(void);

static int share(int all, int parts) { return all / parts; }
int main(void)
{
    int n = __VERIFIER_nondet_int();
    
    return share(100, n);
}
