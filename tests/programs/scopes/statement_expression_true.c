// EXPECT: TRUE
// PROPERTY: G valid-deref
int main(void)
{
    int found = ({ int x = 1; int *p = &x; *p; });
    return found;
}
