// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

void f(long x)
{
    if (x == 3)
        reach_error();
}

void h(int x) {}

int main()
{
    void (*p)(int) = (void (*)(int))f;
    if (__VERIFIER_nondet_int())
        p = h;
    p(4);
    return 0;
}
