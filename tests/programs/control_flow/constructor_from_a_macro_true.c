// EXPECT: TRUE
extern void reach_error(void);

#define CTOR __attribute__((constructor))
int g;
CTOR static void init(void)
{
    g = 1;
}

int main()
{
    if (g != 1)
        reach_error();
    return 0;
}
