// whet verify --entry first W139.c
// Assumed: globals have their initial values when first is called [W139]
int limit = 8;
int first(int *p) {
    return p == 0 ? 0 : 16 / limit;
}
