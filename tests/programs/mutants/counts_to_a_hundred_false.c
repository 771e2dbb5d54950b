// EXPECT: FALSE
// ABOUT: the interval of a counter grows
extern void reach_error(void);

int main(void)
{
    int i = 0;
    while (i < 100)
        i++;
    if (i == 100)
        reach_error();
    return 0;
}
