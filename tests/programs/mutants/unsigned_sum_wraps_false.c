// EXPECT: FALSE
// ABOUT: the sum of unsigned numbers wraps around
extern void reach_error(void);

int main(void)
{
    unsigned x = 4294967295u;
    x = x + 1;
    if (x == 0)
        reach_error();
    return 0;
}
