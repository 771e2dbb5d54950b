// EXPECT: FALSE
extern void reach_error(void);

int a[1] = {1}, b[1] = {2};

int main()
{
    int *p = a + 1, *q = b;
    if (p == q)
        reach_error();
    return 0;
}
