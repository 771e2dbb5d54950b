// EXPECT: TRUE
extern void reach_error(void);

int f(int x)
{
    if (x)
        return 3;
}

int main()
{
    int y = f(2);
    if (y == 77)
        reach_error();
    return 0;
}
