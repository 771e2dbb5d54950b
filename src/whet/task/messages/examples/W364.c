// whet verify W364.c
// Violation: W364.c:5:5: order or distance of pointers that point to different objects [pointer, W364, CWE-469]
int main(void) {
    int a = 1, b = 2, *p = &a, *q = &b;
    return p < q;
}
