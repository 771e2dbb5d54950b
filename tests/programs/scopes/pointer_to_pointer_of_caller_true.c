// EXPECT: TRUE
// PROPERTY: G valid-deref
static int get(int **p) { return **p; }
static int f(int **p)
{
    int *old = *p, sum;
    {
        int x = 2;
        *p = &x;
        sum = get(p);
        *p = old;
    }
    return sum + get(p);
}
int main(void)
{
    int first = 1, *p = &first;
    return f(&p);
}
