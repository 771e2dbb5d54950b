// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int i = 16777217;
    float f = i;
    if ((int)f != 16777216)
        reach_error();
    return 0;
}
