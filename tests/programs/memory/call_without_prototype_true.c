// EXPECT: TRUE
// PROPERTY: G valid-deref
int less();

int main(void)
{
    return less(1, 2);
}

int less(int a, int b) { return a < b; }
