// EXPECT: FALSE
// PROPERTY: G valid-deref
int main(void)
{
    int *p = 0;
    for (int i = 0; i < 3; i++)
        p = &i;
    return *p;
}
