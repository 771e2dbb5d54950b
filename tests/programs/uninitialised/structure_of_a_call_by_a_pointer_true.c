// EXPECT: TRUE
// PROPERTY: G ! uninitialised-read
// NOT COMPILED: no sanitizer of gcc looks for it
extern int __VERIFIER_nondet_int(void);
struct pair { int a, b; };

static struct pair none(int x)
{
    if (x)
        return (struct pair){x, x};
}

static struct pair some(int x)
{
    none(x);
    return (struct pair){1, 2};
}

int main(void)
{
    int k = __VERIFIER_nondet_int();
    struct pair (*f)(int) = k ? none : some;
    return f(k).a == 3;
}
