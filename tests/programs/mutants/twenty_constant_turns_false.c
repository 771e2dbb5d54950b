// EXPECT: FALSE
// ABOUT: a loop that constants end
extern void reach_error(void);

int main(void)
{
    int i, sum = 0;
    for (i = 0; i < 20; i++)
        sum += i;
    if (sum == 190)
        reach_error();
    return 0;
}
