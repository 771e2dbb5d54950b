// EXPECT: FALSE
// PROPERTY: G ! pointer-range
// NOT COMPILED: gcc does not look for it
int main(void)
{
    int a[4] = {1, 2, 3, 4}, s = 0;
    for (int *p = a + 3; p >= a; p--)
        s += *p;
    return s;
}
