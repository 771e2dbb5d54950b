// EXPECT: TRUE
// MACHINE: both
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct B {
    unsigned a : 3;
    unsigned b : 5;
};

int main()
{
    struct B s;
    s.a = __VERIFIER_nondet_int();
    s.b = __VERIFIER_nondet_int();
    if (s.a > 7 || s.b > 31)
        reach_error();
    if (s.a - 8 >= 0)
        reach_error();
    return 0;
}
