// EXPECT: TRUE
// MACHINE: both
extern void reach_error(void);

struct A {
    int x[2];
};

int main()
{
    struct A a = {{1, 2}};

    struct A *p = &a, *q = &a;
    *p = *q;
    if (a.x[1] != 2)
        reach_error();
    return 0;
}
