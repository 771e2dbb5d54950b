// EXPECT: TRUE
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
    b = a;
    a.f();
    return 0;
}
