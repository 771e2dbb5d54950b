// EXPECT: FALSE
extern void reach_error(void);

int main(void)
{
    int i = 0;
    int m = 3;
    int a[m][m];
    int s = sizeof(a[i++]);
    if (s > 0 && i == 1)
        reach_error();
    return 0;
}
