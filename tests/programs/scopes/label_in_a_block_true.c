// EXPECT: TRUE
// PROPERTY: G valid-deref
int main(void)
{
    int *p = 0, sum = 0, n = 3;
    {
    back:
        if (p)
            sum += *p;
        int x = n;
        p = &x;
        if (--n)
            goto back;
        sum += *p;
    }
    return sum;
}
