// EXPECT: FALSE
extern void reach_error(void);

int main()
{
    unsigned char a = 200, b = 100;
    if (a + b == 300)
        reach_error();
    return 0;
}
