// EXPECT: TRUE
extern void reach_error(void);

struct B {
    unsigned long a : 40;
};

int main()
{
    struct B s;
    s.a = 0xffffffffffUL;
    int r = (s.a == 0xffffffffffUL);
    if (!r)
        reach_error();
    return 0;
}
