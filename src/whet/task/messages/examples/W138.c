// whet verify --entry first W138.c
// Assumed: first is called so that p points to a fresh object, or is null [W138]
int first(int *p) {
    return p == 0 ? 0 : *p;
}
