// EXPECT: FALSE
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
    u.l = (long)bad;
    u.f();
    return 0;
}
