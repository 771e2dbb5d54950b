// EXPECT: FALSE
// PROPERTY: G ! conversion-range
int main(void)
{
    double half = -0.5;
    float nearly = -0.99999994f;
    unsigned char a = half;
    unsigned long long b = nearly;
    half -= 0.5;
    return a + b + (unsigned)half == 0;
}
