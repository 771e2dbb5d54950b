// EXPECT: FALSE
// NOT COMPILED: the value is whatever was there before
extern void reach_error(void);

int main()
{
    int a[4];
    a[0] = 1;
    if (a[2] == 77)
        reach_error();
    return 0;
}
