// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int s = 0;
    for (int i = 1; i < 4; i++) {
        int a[i];
        int *p = a;
        for (int j = 0; j < i; j++)
            p[j] = j;
        s += a[i - 1];
    }
    if (s != 3)
        reach_error();
    return 0;
}
