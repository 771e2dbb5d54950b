// EXPECT: FALSE
// PROPERTY: G ! uninitialised-read
// NOT COMPILED: gcc does not look for it
static int first(int a, int b)
{
    return a;
}
int main(void)
{
    int a = 1, b;
    return first(a, b);
}
