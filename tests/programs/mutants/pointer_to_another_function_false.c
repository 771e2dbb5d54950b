// EXPECT: FALSE
// ABOUT: a pointer to a function is set twice
extern void reach_error(void);
int called = 0;

void one(void)
{
    called = 1;
}

void two(void)
{
    called = 2;
}

int main(void)
{
    void (*p)(void) = one;
    p = two;
    p();
    if (called == 2)
        reach_error();
    return 0;
}
