// EXPECT: FALSE
// PROPERTY: G valid-deref
struct pair {
    int first, second;
};
int main(void)
{
    struct pair *p;
    {
        p = &(struct pair){1, 2};
        p->first = 3;
    }
    return p->second;
}
