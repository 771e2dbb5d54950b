// EXPECT: ANY
extern void reach_error(void);

float main(float x)
{
    if (x == 1)
        reach_error();
    return 0;
}
