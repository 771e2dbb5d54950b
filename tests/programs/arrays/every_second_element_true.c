// EXPECT: TRUE
extern void reach_error(void);

int a[50000];

int main()
{
    int i;
    for (i = 0; i < 25000; i++)
        a[2 * i] = 1;
    for (i = 0; i < 25000; i++)
        a[2 * i + 1] = 3;
    for (i = 0; i < 50000; i++)
        if (a[i] % 2 != 1)
            reach_error();
    return 0;
}
