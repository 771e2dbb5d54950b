// EXPECT: TRUE
extern void reach_error(void);

union U {
    _Bool b;
    unsigned char c;
};

int main()
{
    union U u;
    u.c = 2;
    int x = u.b;
    if (x == 0)
        reach_error();
    return 0;
}
