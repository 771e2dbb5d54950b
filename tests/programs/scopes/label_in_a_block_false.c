// EXPECT: FALSE
// PROPERTY: G valid-deref
int main(void)
{
    int *p = 0, sum = 0, n = 3;
    {
    back:
        if (n == 1)
            goto out;
        int x = n;
        p = &x;
        n--;
        goto back;
    }
out:
    return *p;
}
