// EXPECT: FALSE
extern void reach_error(void);

int main()
{
    unsigned int a = 1;
    long b = -1;
    if (a >= b)
        reach_error();
    return 0;
}
