// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    long x = (long)main;
    if (x == 0)
        reach_error();
    return 0;
}
