// EXPECT: FALSE
extern void reach_error(void);

void good(void) {}

void bad(void)
{
    reach_error();
}

struct S {
    void (*f)(void);
};

int main()
{
    struct S a = {good}, b = {bad};
    a = b;
    a.f();
    return 0;
}
