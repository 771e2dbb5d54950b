// EXPECT: TRUE
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
    if (t.a == 5 && t.c[4] != 3 && t.in.x == -7)
        reach_error();
    return 0;
}
