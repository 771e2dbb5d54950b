// EXPECT: TRUE
extern void reach_error(void);

int f(int n, int *p)
{
    int x = n;
    if (n > 0) {
        f(n - 1, &x);
        if (x != n && n != 1)
            reach_error();
    } else {
        *p = 77;
    }
    return x;
}
int main()
{
    int y;
    f(2, &y);
    return 0;
}
