// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int x = 123457;
    if (x == 123456)
        reach_error();
    return 0;
}
