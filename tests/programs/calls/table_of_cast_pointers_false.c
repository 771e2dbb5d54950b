// EXPECT: FALSE, or TRUE if assumed: arguments
// INPUT: 1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

void f(void)
{
    reach_error();
}

void h(int y) {}

void (*t[2])(int) = {h, (void (*)(int))f};

int main()
{
    t[__VERIFIER_nondet_int() & 1](4);
    return 0;
}
