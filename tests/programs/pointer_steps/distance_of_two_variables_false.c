// EXPECT: FALSE
// PROPERTY: G ! pointer-range
// NOT COMPILED: gcc does not look for it
int a[4], b[4];

int main(void)
{
    return &b[3] - b == 2 || b < &a[2];
}
