// EXPECT: FALSE
// PROPERTY: G valid-deref
static int get(int **p) { return **p; }
static int f(int **p)
{
    {
        int x = 2;
        *p = &x;
    }
    return get(p);
}
int main(void)
{
    int first = 1, *p = &first;
    return f(&p);
}
