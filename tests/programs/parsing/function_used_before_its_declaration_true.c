// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    if (h2(3) != 4)
        reach_error();
    return 0;
}

int h2(int a)
{
    return a + 1;
}
