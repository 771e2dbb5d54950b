// EXPECT: FALSE
// PROPERTY: G valid-deref
int main(void)
{
    int numbers[5] = {1, 2, 3, 4, 5}, sum = 0;
    for (int *p = numbers; p <= numbers + 5; p++)
        sum += *p;
    return sum;
}
