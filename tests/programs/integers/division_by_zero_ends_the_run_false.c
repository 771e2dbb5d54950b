// EXPECT: FALSE
extern void reach_error(void);

int main()
{
    int x = 1;
    int y = 5 / x;
    reach_error();
    return 0;
}
