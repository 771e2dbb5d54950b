// EXPECT: TRUE
// MACHINE: both
extern void reach_error(void);

struct B {
    unsigned a : 3;
};

int main()
{
    struct B s;
    s.a = 7;
    if (!(s.a++ == 7 && s.a == 0))
        reach_error();
    return 0;
}
