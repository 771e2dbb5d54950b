/* The sum of some numbers, modulo 2 to the power of 32. */
unsigned sum(const unsigned *values, int count)
{
    unsigned result = 0;
    for (int i = 0; i < count; i++)
        result += values[i];
    return result;
}
