// EXPECT: TRUE
extern void reach_error(void);

void f(int *restrict a, int *restrict b)
{
    *a = 1;
    *b = 2;
}

int main()
{
    int x, y;
    f(&x, &y);
    if (!(x == 1 && y == 2))
        reach_error();
    return 0;
}
