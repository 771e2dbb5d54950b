// EXPECT: FALSE
// MACHINE: both
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct S {
    int a;
    char c[5];
    struct {
        short x;
    } in;
};

int main()
{
    struct S s, t;
    s.a = __VERIFIER_nondet_int();
    s.c[4] = 3;
    s.in.x = __VERIFIER_nondet_int();
    t = s;
    s.a = 0;
    s.c[4] = 0;
    if (t.c[4] != s.c[4])
        reach_error();
    t = s;
    if (s.a != 0)
        reach_error();
    return 0;
}
