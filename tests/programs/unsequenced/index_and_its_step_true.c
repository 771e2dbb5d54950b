// EXPECT: TRUE
// PROPERTY: G ! unsequenced
int main(void)
{
    int i = 0, j = 0, a[3] = {1, 2, 3};
    while (i < 2)
        a[i++] = j++;
    i = (i++, i + 1);
    return a[0];
}
