// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int x = 2147483647;
    float f = x;
    if (!(f == 2147483648.0f && x == f))
        reach_error();
    return 0;
}
