// EXPECT: FALSE
// PROPERTY: G ! unsequenced
// NOT COMPILED: gcc does not look for it
int main(void)
{
    int i = 0, a[3] = {1, 2, 3};
    while (i < 2)
        a[i] = i++;
    return a[0];
}
