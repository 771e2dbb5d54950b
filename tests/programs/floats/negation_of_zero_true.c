// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    float z = 0.0f;
    float m = -z;
    if (!(1 / m < 0 && -0.0f == 0.0f && 0.0f - z == 0 && 1 / (0.0f - z) > 0))
        reach_error();
    return 0;
}
