// whet verify --check memory W109.c
// Assumed: W109.c:3:35: pointers that are compared point into an object or one past its end [W109]
static int same(int *p, int *q) { return p + 1 == q; }
int main(void) {
    int a[2] = {0};
    return same(a, a + 1);
}
