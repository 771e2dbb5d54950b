// EXPECT: TRUE
extern void reach_error(void);

int f(int n, int m, int a[n][m])
{
    return a[1][2];
}

int main()
{
    int n = 2, m = 3;
    int a[n][m];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = i * 10 + j;
    if (!(f(n, m, a) == 12 && sizeof(a) == 24))
        reach_error();
    return 0;
}
