// EXPECT: TRUE
extern void reach_error(void);

int f(int n)
{
    static int s;
    int l = n;
    s += l;
    if (n > 0)
        f(n - 1);
    return s;
}

int main()
{
    if (f(3) != 6)
        reach_error();
    return 0;
}
