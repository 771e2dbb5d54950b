// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    long l = 0;
    int *p = (int *)&l;
    p[1] = 1;
    if (l != 0x100000000L)
        reach_error();
    return 0;
}
