// EXPECT: TRUE
extern void reach_error(void);

void f(void)
{
    reach_error();
}

int main()
{
    unsigned long a = (unsigned long)f;
    void (*p)(void) = (void (*)(void))a;
    if (p != f)
        p();
    return 0;
}
