// EXPECT: TRUE
extern void reach_error(void);

struct S {
    int a;
    int *p;
};
int f(struct S s, int n)
{
    struct S t;
    t.a = n;
    t.p = &s.a;
    if (n > 0) {
        f(t, n - 1);
        if (s.a != 101)
            return 0;
        reach_error();
    } else {
        s.a = 1;
        *s.p = 100;
    }
    return 0;
}
int main()
{
    struct S z;
    z.a = 0;
    z.p = &z.a;
    f(z, 2);
    return 0;
}
