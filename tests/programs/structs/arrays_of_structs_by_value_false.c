// EXPECT: FALSE
// MACHINE: both
extern void reach_error(void);

struct A {
    struct B {
        int x[3];
    } b[2];
};

struct A mk(void)
{
    struct A a = {{{{1, 2, 3}}, {{4, 5, 6}}}};
    return a;
}

int main()
{
    struct A a = mk();
    struct B b = a.b[1];
    a.b[1].x[1] = 0;
    if (b.x[1] == 5 && mk().b[0].x[2] == 3)
        reach_error();
    return 0;
}
