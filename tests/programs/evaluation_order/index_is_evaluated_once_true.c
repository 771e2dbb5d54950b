// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int i = 0, a[3] = {1, 1, 1};
    a[i++] += 5;
    if (!(i == 1 && a[0] == 6))
        reach_error();
    return 0;
}
