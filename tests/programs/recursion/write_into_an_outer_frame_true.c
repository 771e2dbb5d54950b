// EXPECT: TRUE
extern void reach_error(void);

int *save;
int f(int n)
{
    int x = n;
    if (n == 2)
        save = &x;
    if (n > 0) {
        f(n - 1);
    } else {
        *save = 50;
    }
    if (x == 50 && n == 3)
        reach_error();
    return x;
}
int main()
{
    f(3);
    return 0;
}
