// EXPECT: FALSE
// PROPERTY: G valid-deref
static void clear(int *values, int count)
{
    for (int i = 0; i < count; i++)
        values[i] = 0;
}
static int work(void)
{
    int scratch[4];
    clear(scratch, 5);
    return scratch[3];
}
int main(void)
{
    return work() + work();
}
