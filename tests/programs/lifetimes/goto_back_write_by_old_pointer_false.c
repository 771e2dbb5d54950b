// EXPECT: FALSE
extern void reach_error(void);

int main()
{
    int *p = 0;
    int n = 0;
again:;
    int x = 3;
    if (n == 0) {
        p = &x;
        n = 1;
        goto again;
    }
    *p = 4;
    if (x == 4)
        reach_error();
    return 0;
}
