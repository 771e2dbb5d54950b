// EXPECT: TRUE
// MACHINE: both
extern void reach_error(void);

struct B {
    unsigned a : 3;
};

int main()
{
    struct B s;
    int x = (s.a = 15);
    if (x != 7)
        reach_error();
    return 0;
}
