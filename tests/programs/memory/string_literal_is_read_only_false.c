// EXPECT: FALSE
// PROPERTY: G valid-deref
int main(void)
{
    char own[] = "text";
    char *p = "text";
    p[0] = 'T';
    return 0;
}
