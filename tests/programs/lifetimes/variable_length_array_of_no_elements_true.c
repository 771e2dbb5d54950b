// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int n = 0;
    int a[n];
    if (sizeof(a) != 0)
        reach_error();
    return 0;
}
