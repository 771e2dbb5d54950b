// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int x = 0;
    int y = 5 / x;
    reach_error();
    return 0;
}
