// EXPECT: FALSE
// INPUT: 2
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
    if (i < 0 || i > 2)
        return 0;
    int *p = s.a;
    p[i] = 5;
    if (s.b == 5)
        reach_error();
    return 0;
}
