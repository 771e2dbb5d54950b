// EXPECT: TRUE
extern void reach_error(void);

struct A {
    int x;
    int y;
};

struct B {
    short a, b, c, d;
};

int main()
{
    struct A a;
    a.x = 0;
    a.y = 0;
    struct B *b = (struct B *)&a;
    b->c = 9;
    if (a.y != 9)
        reach_error();
    return 0;
}
