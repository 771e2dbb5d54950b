// EXPECT: TRUE
extern void reach_error(void);

extern int wk __attribute__((weak));
int main()
{
    if (!(&wk == 0))
        reach_error();
    return 0;
}
