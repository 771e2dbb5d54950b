// EXPECT: FALSE
// PROPERTY: G ! uninitialised-read
// INPUT: 1
// NOT COMPILED: gcc does not look for it
extern int __VERIFIER_nondet_int(void);
struct pair { int a, b; };

static struct pair none(int x)
{
    if (x > 2)
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
