// EXPECT: FALSE
// PROPERTY: G ! overflow
// INPUT: 3
extern int __VERIFIER_nondet_int(void);

static const int limit = 0x7fffffff;
static int start = 0x7fffffff - 2;

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 3)
        return 1;
    start += n;
    return start == limit;
}
