// EXPECT: TRUE
// MACHINE: both
extern void reach_error(void);

union U {
    unsigned a : 4;
    unsigned char c;
};

int main()
{
    union U u;
    u.c = 0xff;
    u.a = 3;
    if (u.c != 0xf3)
        reach_error();
    return 0;
}
