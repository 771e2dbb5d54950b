// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int a[5] = {0, 1, 2, 3, 4};

    int *p = &a[3];
    char i = -2;
    if (!(p[i] == 1 && i[p] == 1))
        reach_error();
    return 0;
}
