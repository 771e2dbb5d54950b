// EXPECT: FALSE
// PROPERTY: G valid-deref
int main(void)
{
    int *p = ({ int x = 1; &x; });
    return *p;
}
