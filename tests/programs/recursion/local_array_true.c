// EXPECT: TRUE
extern void reach_error(void);

int f(int n)
{
    int a[2];
    a[0] = n;
    a[1] = 0;
    if (n > 0) {
        a[1] = f(n - 1);
    }
    return a[0] + a[1];
}

int main()
{
    if (f(3) != 6)
        reach_error();
    return 0;
}
