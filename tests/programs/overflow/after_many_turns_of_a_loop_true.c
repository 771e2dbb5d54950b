// EXPECT: TRUE
// PROPERTY: G ! overflow
int main(void)
{
    int power = 1;
    for (int i = 0; i < 30; i++)
        power *= 2;
    return power == 7;
}
