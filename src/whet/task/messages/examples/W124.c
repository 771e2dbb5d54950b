// whet verify --entry first --arguments any W124.c
// Assumed: W124.c:3:11: p of first points to memory of its own, which neither the program nor another argument points to [W124]
int first(int *p) {
    return p == 0;
}
