// EXPECT: FALSE
// MACHINE: both
extern void reach_error(void);

struct S {
    int : 3;
    int a : 5;
    int : 0;
};

int main()
{
    struct S s = {7};
    if (s.a == 7)
        reach_error();
    return 0;
}
