// whet verify W351.c
// Violation: W351.c:5:5: division by zero: 6 % 0 (size = 0) [division, W351, CWE-369]
int main(void) {
    int hash = 6, size = 0;
    return hash % size;
}
