// EXPECT: TRUE
// PROPERTY: G valid-deref
static int get(int n)
{
    for (int i = 0; i < n; i++) {
        int x = i, *p = &x;
        {
            int **q = &p;
            if (**q == 2)
                return **q;
        }
    }
    return 0;
}
int main(void) { return get(3) + get(5); }
