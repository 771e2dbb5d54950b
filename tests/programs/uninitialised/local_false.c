// EXPECT: FALSE
// NOT COMPILED: the value is whatever was there before
extern void reach_error(void);

int main()
{
    int x;
    if (x == 123456)
        reach_error();
    return 0;
}
