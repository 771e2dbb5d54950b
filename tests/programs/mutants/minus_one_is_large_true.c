// EXPECT: TRUE
// ABOUT: a negative number converted to an unsigned type is large
extern void reach_error(void);

int main(void)
{
    int x = -1;
    unsigned u = x;
    if (u <= 5)
        reach_error();
    return 0;
}
