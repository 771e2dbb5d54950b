// EXPECT: TRUE
// PROPERTY: G valid-deref
// ABOUT: the variable in the head is one object for all turns
int main(void)
{
    int *p = 0, sum = 0;
    for (int i = 0; i < 3; i++) {
        if (p)
            sum += *p;
        p = &i;
    }
    return sum;
}
