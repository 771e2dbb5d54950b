// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    float f = 0.1f;
    if (!(f != 0.1 && f == 0.1f && (double)f > 0.1))
        reach_error();
    return 0;
}
