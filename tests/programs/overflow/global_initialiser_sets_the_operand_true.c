// EXPECT: TRUE
// PROPERTY: G ! overflow
extern int __VERIFIER_nondet_int(void);

static const int limit = 0x7fffffff;
static int start = 0x7fffffff - 2;

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 2)
        return 1;
    start += n;
    return start == limit;
}
