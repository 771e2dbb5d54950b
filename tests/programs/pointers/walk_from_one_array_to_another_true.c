// EXPECT: TRUE, or FALSE if assumed
extern void reach_error(void);

int a[4];
int b[4];
int sum(int *from, int *to)
{
    int s = 0, n = 0;
    while (from != to && n < 8) {
        s++;
        from++;
        n++;
    }
    return s;
}

int main()
{
    if (sum(a, b) != 4)
        reach_error();
    return 0;
}
