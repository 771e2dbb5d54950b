// whet verify W353.c
// Violation: W353.c:5:5: shift of int (32 bits) by 40 (bit = 40) [shift, W353, CWE-1335]
int main(void) {
    int bit = 40;
    return 1 << bit;
}
