// EXPECT: TRUE
// PROPERTY: G valid-deref
// ABOUT: a static object lives on after its block
int main(void)
{
    int *p;
    {
        static int x = 1;
        p = &x;
    }
    return *p;
}
