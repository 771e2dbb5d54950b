// EXPECT: TRUE
// PROPERTY: G valid-deref
int main(void)
{
    int *all[3], sum = 0, kept[3];
    for (int i = 0; i < 3; i++) {
        int x[2] = {i};
        all[i] = &x[1];
        sum += *all[i];
        all[i] = &kept[i];
    }
    for (int i = 0; i < 3; i++)
        *all[i] = i;
    return sum + kept[2];
}
