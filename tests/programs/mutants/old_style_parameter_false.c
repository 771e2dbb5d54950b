// EXPECT: FALSE
// ABOUT: an old-style definition narrows what it is given
extern void reach_error(void);

int f(c)
unsigned char c;
{
    if (c == 44)
        reach_error();
    return 0;
}

int main(void)
{
    return f(300);
}
