// EXPECT: TRUE
// PROPERTY: G ! conversion-range
int main(void)
{
    double half = -0.5;
    float nearly = -0.99999994f;
    unsigned char a = half;
    unsigned long long b = nearly;
    return a + b + (unsigned)half == 0;
}
