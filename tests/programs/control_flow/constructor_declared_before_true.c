// EXPECT: TRUE
extern void reach_error(void);

int g;
static void init(void) __attribute__((constructor));
static void init(void)
{
    g = 1;
}

int main()
{
    if (g != 1)
        reach_error();
    return 0;
}
