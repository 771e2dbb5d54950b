// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct S {
    int a, b;
};

int main()
{
    struct S s;
    s.a = 1;
    s.b = 2;
    int *p = &s.b;
    *p = __VERIFIER_nondet_int();
    if (s.a != 1)
        reach_error();
    return 0;
}
