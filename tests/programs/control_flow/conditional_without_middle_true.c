// EXPECT: TRUE
extern void reach_error(void);

int c;
int f(void)
{
    return ++c;
}

int main()
{
    int x = f() ?: 9;
    if (!(c == 1 && x == 1))
        reach_error();
    return 0;
}
