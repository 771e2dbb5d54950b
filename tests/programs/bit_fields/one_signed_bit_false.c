// EXPECT: FALSE
// MACHINE: both
extern void reach_error(void);

struct B {
    int a : 1;
};

int main()
{
    struct B s;
    s.a = 1;
    if (s.a != 1)
        reach_error();
    return 0;
}
