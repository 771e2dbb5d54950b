// EXPECT: TRUE
extern void reach_error(void);

int f(int set)
{
    int a[2];
    if (set)
        a[0] = 5;
    return a[0];
}

int main()
{
    f(1);
    if (f(2) != 5)
        reach_error();
    return 0;
}
