// EXPECT: FALSE
// MACHINE: both
extern void reach_error(void);

struct P {
    _Bool a : 1;
    unsigned b : 1;
};

int main()
{
    struct P p;
    p.a = 4;
    p.b = 4;
    if (p.a == 1 && p.b == 0)
        reach_error();
    return 0;
}
