// EXPECT: TRUE
// MACHINE: both
extern void reach_error(void);

struct B {
    unsigned a : 3;
    unsigned b : 5;
};

int main()
{
    struct B s;
    s.a = 0;
    s.b = 0;
    unsigned char *p = (unsigned char *)&s;
    *p = 0xff;
    if (!(s.a == 7 && s.b == 31))
        reach_error();
    return 0;
}
