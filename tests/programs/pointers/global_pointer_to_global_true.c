// EXPECT: TRUE
extern void reach_error(void);

int g;
int *p = &g;
void f(void)
{
    *p = 5;
}

int main()
{
    g = 1;
    f();
    if (g != 5)
        reach_error();
    return 0;
}
