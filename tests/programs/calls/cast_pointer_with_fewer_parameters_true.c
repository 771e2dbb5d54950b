// EXPECT: TRUE, or FALSE if assumed: arguments
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

void f(int x)
{
    reach_error();
}

void h(int x, int y) {}

int main()
{
    void (*p)(int, int) = (void (*)(int, int))f;
    if (__VERIFIER_nondet_int())
        p = h;
    if (p == h)
        p(3, 4);
    return 0;
}
