// EXPECT: TRUE
// MACHINE: both
extern void reach_error(void);

struct P {
    long long a : 33;
    int b : 10;
};

int main()
{
    struct P p;
    p.a = -1;
    p.b = -512;
    if (!(p.a == -1 && p.b == -512 && sizeof p == 8))
        reach_error();
    return 0;
}
