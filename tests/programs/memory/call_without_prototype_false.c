// EXPECT: FALSE
// PROPERTY: G valid-deref
// NOT COMPILED: the argument that is missing is what the register holds
int less();

int main(void)
{
    return less(1);
}

int less(int a, int b) { return a < b; }
