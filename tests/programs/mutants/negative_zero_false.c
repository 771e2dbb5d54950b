// EXPECT: FALSE
// ABOUT: a negative zero is zero
extern void reach_error(void);

int main(void)
{
    float f = -0.0f;
    if (f)
        return 0;
    reach_error();
    return 0;
}
