// EXPECT: FALSE
// PROPERTY: G valid-deref
// NOT COMPILED: gcc puts the structure where it can be written
struct pair {
    const int first;
    int second;
};
int main(void)
{
    struct pair p = {1, 2};
    *(int *)&p.first = 5;
    return p.second;
}
