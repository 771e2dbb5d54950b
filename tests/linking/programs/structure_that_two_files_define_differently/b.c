struct item {
    int n;
};
struct item item = {1};
struct item *first = &item;
int one(struct item *item) { return item->n; }
