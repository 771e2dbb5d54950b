// EXPECT: FALSE
// PROPERTY: G valid-deref
static int *get(int n)
{
    static int none;
    for (int i = 0; i < n; i++) {
        int x = i, *p = &x;
        if (*p == 2)
            return p;
    }
    return &none;
}
int main(void)
{
    int *p = get(1), *q = get(3);
    return *p + *q;
}
