// EXPECT: TRUE
extern void reach_error(void);

int g = 1;
extern int h __attribute__((alias("g")));
int main()
{
    h = 5;
    if (g != 5)
        reach_error();
    return 0;
}
