// EXPECT: TRUE
// PROPERTY: G ! division-by-zero
int main(void)
{
    int sum = 0;
    for (int i = 5; i >= 1; i--)
        sum += 60 / i;
    return sum;
}
