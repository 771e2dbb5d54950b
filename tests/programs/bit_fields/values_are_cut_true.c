// EXPECT: TRUE
// MACHINE: both
extern void reach_error(void);

struct B {
    int a : 3;
    unsigned b : 5;
};

int main()
{
    struct B s;
    s.a = 7;
    s.b = 33;
    if (!(s.a == -1 && s.b == 1))
        reach_error();
    return 0;
}
