// EXPECT: TRUE
extern void reach_error(void);

int *last;
void f(int n)
{
    int x = n;
    if (last && *last == n + 1) {
        *last = 100;
    }
    last = &x;
    if (n > 0)
        f(n - 1);
    if (x == 100 && n == 0)
        reach_error();
}

int main()
{
    f(2);
    return 0;
}
