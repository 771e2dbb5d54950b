// EXPECT: TRUE, or FALSE if assumed
extern void reach_error(void);

int g;
void init(void)
{
    g = 1;
}

__attribute__((section(".init_array"), used)) void (*const ia)(void) = init;
int main()
{
    if (g != 1)
        reach_error();
    return 0;
}
