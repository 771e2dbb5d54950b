struct item {
    long n;
};
static struct item item = {1};
struct item *second = &item;
int two(struct item *item) { return (int)item->n; }
