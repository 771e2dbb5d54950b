// EXPECT: TRUE
// PROPERTY: G ! pointer-range
int a[4], b[4];

int main(void)
{
    return &b[3] - b == 2 || a < &a[2];
}
