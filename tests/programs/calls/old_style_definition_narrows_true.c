// EXPECT: TRUE
extern void reach_error(void);

int f(a, b)
int a;
char b;
{
    return b;
}

int main()
{
    if (f(1, 300) != 44)
        reach_error();
    return 0;
}
