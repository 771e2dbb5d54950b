// EXPECT: FALSE
// MACHINE: both
extern void reach_error(void);

struct __attribute__((packed)) P {
    char c;
    int i;
    short s;
};

int main()
{
    struct P p;
    p.i = 0x11223344;
    if (sizeof(p) == 7 && ((unsigned char *)&p)[1] == 0x44)
        reach_error();
    return 0;
}
