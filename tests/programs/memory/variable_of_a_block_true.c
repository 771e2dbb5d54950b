// EXPECT: TRUE
// PROPERTY: G valid-deref
static void set(int *p) { *p = 3; }
int main(void)
{
    int first = 0, *p = &first;
    if (first == 0) {
        int inner = 2;
        p = &inner;
        set(p);
        first = *p;
    }
    p = &first;
    return *p;
}
