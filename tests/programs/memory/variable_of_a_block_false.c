// EXPECT: FALSE
// PROPERTY: G valid-deref
// NOT COMPILED: gcc keeps the place of the variable until the function returns
int main(void)
{
    int first = 0, *p = &first;
    if (first == 0) {
        int inner = 2;
        p = &inner;
    }
    return *p;
}
