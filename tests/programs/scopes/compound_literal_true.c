// EXPECT: TRUE
// PROPERTY: G valid-deref
struct pair {
    int first, second;
};
int main(void)
{
    struct pair *p = &(struct pair){1, 2};
    {
        struct pair *q = p;
        q->first = 3;
    }
    return p->second;
}
