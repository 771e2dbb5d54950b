// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct S {
    int a[2];
    int b;
};

int main()
{
    struct S s;
    s.b = 1;
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 1)
        return 0;
    int *p = s.a;
    p[i] = 5;
    if (s.b != 1)
        reach_error();
    return 0;
}
