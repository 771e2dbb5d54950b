// EXPECT: FALSE
// PROPERTY: G valid-deref
int main(void)
{
    int *p = 0, sum = 0;
    for (int k = 0; k < 2; k++) {
        if (p)
            sum += *p;
        for (int i = 0; i < 3; i++, p = &(int){i})
            sum += i;
    }
    return sum;
}
