// EXPECT: TRUE
// PROPERTY: G valid-deref
int main(void)
{
    char text[8];
    for (int i = 0; i < 8; i++)
        text[i] = 'x';
    return text[0] != 'x';
}
