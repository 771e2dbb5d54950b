// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int x = 3;
    int g(int y)
    {
        return x + y;
    }
    if (g(1) != 4)
        reach_error();
    return 0;
}
