// EXPECT: FALSE
// PROPERTY: G valid-deref
#define TWICE(p, r) do { { int x = 1; p = &x; } { r = *p; } } while (0)
int main(void)
{
    int *p, r;
    TWICE(p, r);
    return r;
}
