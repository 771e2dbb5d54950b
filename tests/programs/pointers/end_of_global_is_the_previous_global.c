// EXPECT: ANY
extern void reach_error(void);

int a[1] = {1}, b[1] = {2};

int main()
{
    int *p = b + 1, *q = a;
    if (p == q)
        reach_error();
    return 0;
}
