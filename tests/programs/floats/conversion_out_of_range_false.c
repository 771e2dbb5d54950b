// EXPECT: FALSE
extern void reach_error(void);

int main()
{
    double d = 1e10;
    int i = (int)d;
    reach_error();
    return 0;
}
