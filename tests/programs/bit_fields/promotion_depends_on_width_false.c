// EXPECT: FALSE
// MACHINE: both
extern void reach_error(void);

struct S {
    unsigned a : 31;
    unsigned b : 32;
    unsigned long c : 20;
};

int main()
{
    struct S s = {0, 0, 0};
    if (s.a - 1 < 0 && !(s.b - 1 < 0) && s.c - 1 < 0)
        reach_error();
    return 0;
}
