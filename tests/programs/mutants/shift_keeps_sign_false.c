// EXPECT: FALSE
// ABOUT: a negative number stays negative when it is shifted to the right
extern void reach_error(void);

int main(void)
{
    int x = -8;
    if ((x >> 1) < 0)
        reach_error();
    return 0;
}
