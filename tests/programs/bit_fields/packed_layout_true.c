// EXPECT: TRUE
// MACHINE: both
extern void reach_error(void);

struct __attribute__((packed)) P {
    unsigned a : 3;
    unsigned b : 11;
    unsigned c : 18;
    unsigned char d;
};

int main()
{
    struct P p = {0};
    p.c = 0x2ffff;
    p.b = 0x7ff;
    unsigned char *q = (unsigned char *)&p;
    if (!(sizeof p == 5 && q[0] == 0xf8 && q[1] == 0xff && q[3] == 0xbf))
        reach_error();
    return 0;
}
