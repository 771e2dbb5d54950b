// EXPECT: ANY

int f(void)
{
    return 0;
}
