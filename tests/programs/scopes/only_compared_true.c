// EXPECT: TRUE
// PROPERTY: G valid-deref
int main(void)
{
    int *p = 0;
    {
        int x = 1;
        p = &x;
    }
    p = 0;
    return p == 0;
}
