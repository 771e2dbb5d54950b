// whet verify W360.c
// Violation: W360.c:6:5: access at offset 1 of the local variable bytes, which is not a multiple of 4 [alignment, W360, CWE-188]
int main(void) {
    char bytes[8] = {0};
    int *p = (int *)(bytes + 1);
    return *p;
}
