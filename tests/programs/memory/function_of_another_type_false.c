// EXPECT: FALSE
// PROPERTY: G valid-deref
// INPUT: 8
// NOT COMPILED: on x86 the argument is ignored
extern int __VERIFIER_nondet_int(void);

static int one(int *x) { return *x; }
static int two(int x) { return x; }

int main(void)
{
    int (*f)(void *) = (int (*)(void *))one;
    int (*g)(int, int) = (int (*)(int, int))two, k = __VERIFIER_nondet_int();
    return k > 7 ? g(1, 2) : f(&k);
}
