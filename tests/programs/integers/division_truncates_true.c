// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int x = -7;
    if (!(x / 2 == -3 && x % 2 == -1))
        reach_error();
    return 0;
}
