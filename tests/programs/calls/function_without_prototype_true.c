// EXPECT: TRUE
extern void reach_error(void);

int g();
int main()
{
    if (g(3, 4) != 7)
        reach_error();
    return 0;
}

int g(int a, int b)
{
    return a + b;
}
