// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int a[4];
    a[0] = 1;
    a[2] = 7;
    if (a[2] == 77)
        reach_error();
    return 0;
}
