// EXPECT: FALSE
// PROPERTY: G ! division-by-zero
int main(void)
{
    int x = 5;
    return x / (2 - 2);
}
