// EXPECT: FALSE
// PROPERTY: G valid-deref
// NOT COMPILED: gcc gives the object of the next turn the same place
// ABOUT: every turn has an object of its own, also where all of them lie at the same address
int main(void)
{
    int *last = 0, sum = 0;
    for (int i = 0; i < 3; i++) {
        int x = i;
        if (last)
            sum += *last;
        last = &x;
    }
    return sum;
}
