struct item {
    int second, first;
};
int first(const void *item) { return ((const struct item *)item)->first; }
