// whet verify W350.c
// Violation: W350.c:5:5: division by zero: 6 / 0 (count = 0) [division, W350, CWE-369]
int main(void) {
    int sum = 6, count = 0;
    return sum / count;
}
