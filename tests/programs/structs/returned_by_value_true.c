// EXPECT: TRUE
// MACHINE: both
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct S {
    int a;
    int b;
};

struct S mk(int x)
{
    struct S s;
    s.a = x;
    s.b = x + 1;
    return s;
}

int main()
{
    struct S s = mk(__VERIFIER_nondet_int());
    if (mk(3).b == 4 && s.a == 9 && s.b == 11)
        reach_error();
    return 0;
}
