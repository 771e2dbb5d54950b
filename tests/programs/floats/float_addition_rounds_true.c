// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    float f = 16777216.0f;
    f = f + 1.0f;
    if (f != 16777216.0f)
        reach_error();
    return 0;
}
