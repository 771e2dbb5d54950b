// EXPECT: TRUE
extern void reach_error(void);

int x = 1;
int main()
{
    int x = 2;
    {
        extern int x;
        if (x != 1)
            return 0;
        x = 5;
    }
    {
        int x = 7;
        (void)x;
    }
    if (x != 2)
        reach_error();
    return 0;
}
