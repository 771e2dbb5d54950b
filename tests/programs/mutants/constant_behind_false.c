// EXPECT: FALSE
// PROPERTY: G valid-deref
// ABOUT: the element just behind an array

int main(void)
{
    int a[4];
    int *p = a;
    p = p + 4;
    *p = 1;
    return 0;
}
