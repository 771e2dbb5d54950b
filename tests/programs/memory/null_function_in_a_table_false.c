// EXPECT: FALSE
// PROPERTY: G valid-deref
// INPUT: 2
extern int __VERIFIER_nondet_int(void);

static int up(int x) { return x < 100 ? x + 1 : x; }
static int down(int x) { return x > 0 ? x - 1 : x; }
static int (*const steps[3])(int) = {up, down};

int main(void)
{
    int k = __VERIFIER_nondet_int();
    if (k < 0 || k > 2)
        return 0;
    return steps[k](5);
}
