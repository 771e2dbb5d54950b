/* The last of some numbers, with a mistake. */
int last(const int *values, int count)
{
    return count < 0 ? 0 : values[count];
}
