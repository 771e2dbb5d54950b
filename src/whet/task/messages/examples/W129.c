// whet verify --entry first --arguments any W129.c
// Assumed: W129.c:3:11: the pointer p is 0, which points to no object [W129]
int first(int *p) {
    return *p;
}
