// EXPECT: TRUE
// PROPERTY: G valid-deref
int main(void)
{
    int *last = 0, sum = 0;
    for (int i = 0; i < 3; i++) {
        int x = i;
        last = &x;
        sum += *last;
    }
    return sum;
}
