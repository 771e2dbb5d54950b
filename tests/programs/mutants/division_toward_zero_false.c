// EXPECT: FALSE
// ABOUT: division rounds toward zero
extern void reach_error(void);

int main(void)
{
    int x = -7;
    if (x / 2 == -3)
        reach_error();
    return 0;
}
