// EXPECT: FALSE
// PROPERTY: G valid-deref
struct list {
    int value;
    struct list *next;
};
int main(void)
{
    struct list first = {1, 0};
    struct list *end = &first;
    {
        struct list second = {2, 0};
        end->next = &second;
        end = end->next;
    }
    return first.next ? first.next->value : 0;
}
