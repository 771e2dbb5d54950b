// EXPECT: TRUE
// PROPERTY: G valid-deref
// ABOUT: a literal in the head of a loop is one object for all turns
int main(void)
{
    int *p = 0, *q = 0, sum = 0;
    for (int i = 0; i < 3; i++, q = p, p = &(int){i})
        if (q)
            sum += *q;
    return sum;
}
