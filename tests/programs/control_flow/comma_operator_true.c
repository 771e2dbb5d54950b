// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int a = 1, b;
    b = (a++, a++, a);
    for (int i = 0, j = 5; i < j; i++, j--)
        a += j;
    if (!(b == 3 && a == 3 + 5 + 4 + 3))
        reach_error();
    return 0;
}
