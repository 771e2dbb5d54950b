// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    _Bool b;
    *(unsigned char *)&b = 3;
    int x = b;
    if (!(x == 3 || x == 1))
        reach_error();
    return 0;
}
