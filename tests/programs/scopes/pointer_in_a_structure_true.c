// EXPECT: TRUE
// PROPERTY: G valid-deref
struct list {
    int value;
    struct list *next;
};
int main(void)
{
    struct list first = {1, 0};
    int sum = 0;
    {
        struct list second = {2, 0};
        first.next = &second;
        for (struct list *each = &first; each; each = each->next)
            sum += each->value;
        first.next = 0;
    }
    return first.next ? first.next->value : sum;
}
