// EXPECT: TRUE
// PROPERTY: G valid-deref
int main(void)
{
    int *p, found;
    {
        int x = 1;
        p = &x;
        found = *p;
    }
    return found;
}
