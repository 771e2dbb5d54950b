// EXPECT: TRUE
extern void reach_error(void);

int g;
__attribute__((constructor)) void init(void)
{
    g = 1;
}

int main()
{
    if (g != 1)
        reach_error();
    return 0;
}
