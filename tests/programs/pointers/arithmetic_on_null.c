// EXPECT: ANY
extern void reach_error(void);

int main()
{
    char *p = 0;
    p = p + 5;
    if ((long)p == 5)
        reach_error();
    return 0;
}
