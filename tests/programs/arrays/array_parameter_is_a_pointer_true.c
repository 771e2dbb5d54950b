// EXPECT: TRUE
extern void reach_error(void);

int f(int a[static 3])
{
    return sizeof(a) == sizeof(int *);
}

int main()
{
    int x[3];
    if (!f(x))
        reach_error();
    return 0;
}
