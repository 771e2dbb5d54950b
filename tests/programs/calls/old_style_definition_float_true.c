// EXPECT: TRUE
extern void reach_error(void);

float f(x)
float x;
{
    return x + 1;
}

int main()
{
    if (f(1.5) != 2.5f)
        reach_error();
    return 0;
}
