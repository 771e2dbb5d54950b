// EXPECT: TRUE
// PROPERTY: G valid-deref
extern int __VERIFIER_nondet_int(void);

static int one(int *x) { return *x; }
static int two(int x, int y) { return x < y; }

int main(void)
{
    int (*f)(void *) = (int (*)(void *))one;
    int (*g)(int, int) = two, k = __VERIFIER_nondet_int();
    return k > 7 ? g(1, 2) : f(&k);
}
