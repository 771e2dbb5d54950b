// EXPECT: TRUE
extern void reach_error(void);

char c[1], d[1];

int main(void)
{
    if (d + 1 - 1 == c || c + 1 - 1 == d)
        reach_error();
    return 0;
}
