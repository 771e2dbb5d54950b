// EXPECT: FALSE
// PROPERTY: G valid-deref
struct node { int value; struct node *next; };
int main(void)
{
    struct node last = {2, 0}, first = {1, &last};
    struct node *at = &first;
    int sum = 0;
    while (at->next || sum < 3) {
        sum += at->value;
        at = at->next;
    }
    return sum;
}
