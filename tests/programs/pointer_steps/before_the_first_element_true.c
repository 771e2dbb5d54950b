// EXPECT: TRUE
// PROPERTY: G ! pointer-range
int main(void)
{
    int a[4] = {1, 2, 3, 4}, s = 0;
    for (int *p = a + 4; p > a;)
        s += *--p;
    return s;
}
