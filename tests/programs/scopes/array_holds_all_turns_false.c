// EXPECT: FALSE
// PROPERTY: G valid-deref
int main(void)
{
    int *all[3], sum = 0;
    for (int i = 0; i < 3; i++) {
        int x[2] = {i};
        all[i] = &x[1];
    }
    for (int i = 0; i < 3; i++)
        sum += *all[i];
    return sum;
}
