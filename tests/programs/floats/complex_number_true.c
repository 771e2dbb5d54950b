// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    _Complex double z = 1.0 + 2.0i;
    if (__real__ z != 1.0)
        reach_error();
    return 0;
}
