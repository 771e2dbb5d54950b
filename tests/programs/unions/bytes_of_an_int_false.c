// EXPECT: FALSE
// MACHINE: both
extern void reach_error(void);

union U {
    int i;
    unsigned char c[4];
    float f;
};

int main()
{
    union U u;
    u.i = 0x01020304;
    if (u.c[0] == 4 && u.c[3] == 1)
        reach_error();
    return 0;
}
