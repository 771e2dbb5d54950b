// EXPECT: FALSE, or TRUE if assumed: ends without returning one
// PROPERTY: G ! uninitialised-read
// NOT COMPILED: gcc does not look for it
static int half(int n)
{
    if (n % 2 == 0)
        return n / 2;
}
int main(void)
{
    int n = 7, result = half(n);
    return result == 3;
}
