// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int *p = 0;
    int n = 0;
again:;
    int x;
    if (n == 0) {
        x = 5;
        p = &x;
        n = 1;
        goto again;
    }
    x = 3;
    if (!(p == &x && *p == 3))
        reach_error();
    return 0;
}
