struct item {
    long weight;
};
static struct item item = {5};
int weight(void) { return (int)item.weight; }
