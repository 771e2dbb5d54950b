// EXPECT: FALSE
// MACHINE: both
extern void reach_error(void);

union U {
    int i;
    float f;
};

int main()
{
    union U u;
    u.f = 1.0f;
    if (u.i == 0x3f800000)
        reach_error();
    return 0;
}
