// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

void f(int x)
{
    if (x == 3)
        reach_error();
}

int main()
{
    void (*p)() = f;
    p(__VERIFIER_nondet_int() % 3);
    return 0;
}
