// whet verify --check memory W107.c
// Assumed: W107.c:3:37: pointers that are ordered or subtracted point into the same object [W107]
static int before(int *p, int *q) { return p < q; }
int main(void) {
    int a[2] = {0};
    return before(a, a + 1);
}
