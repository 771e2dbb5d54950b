// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int x = 3;
    int r = _Generic(x, int: 1, long: 2, default: 3);
    if (r != 1)
        reach_error();
    return 0;
}
