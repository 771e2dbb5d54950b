// EXPECT: TRUE
// MACHINE: both
extern void reach_error(void);

struct P {
    unsigned a : 3;
    unsigned : 0;
    unsigned b : 5;
    char c;
};

int main()
{
    struct P p;
    if (!(sizeof p == 8 && __builtin_offsetof(struct P, c) == 5))
        reach_error();
    return 0;
}
