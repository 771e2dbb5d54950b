// whet verify W313.c
// Violation: W313.c:5:12: b[4] is outside b, which has 4 elements (i = 4) [memory, W313, CWE-119]
int main(void) {
    int b[4] = {0}, i = 0;
    while (b[i] == 0)
        i++;
    return i;
}
