// EXPECT: TRUE
extern void reach_error(void);

int a[] = {[0 ... 4] = 3, [2] = 9};

int main()
{
    if (!(sizeof(a) / sizeof(a[0]) == 5 && a[2] == 9 && a[3] == 3))
        reach_error();
    return 0;
}
