// EXPECT: TRUE
// PROPERTY: G valid-deref
int main(void)
{
    char own[] = "text";
    char *p = own;
    p[0] = 'T';
    return 0;
}
