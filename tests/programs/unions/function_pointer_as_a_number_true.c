// EXPECT: TRUE
// MACHINE: both
extern void reach_error(void);

void good(void) {}

void bad(void)
{
    reach_error();
}

union U {
    void (*f)(void);
    long l;
};

int main()
{
    union U u;
    u.f = good;
    if (u.l == (long)bad)
        u.l = 0;
    u.f();
    return 0;
}
