// EXPECT: FALSE
extern void reach_error(void);

int main()
{
    int n = 3;
    int a[n];
    n = 7;
    if (sizeof(a) == 12)
        reach_error();
    return 0;
}
