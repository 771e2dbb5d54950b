// EXPECT: FALSE, or TRUE if assumed: point into an object
// ABOUT: C does not define what is in front of an object; gcc puts the two next to each other
extern void reach_error(void);

char c[1], d[1];

int main(void)
{
    if (d - 1 == c || c - 1 == d)
        reach_error();
    return 0;
}
