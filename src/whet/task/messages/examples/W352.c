// whet verify W352.c
// Violation: W352.c:5:5: overflow of int: 2147483647 + 1 (x = 2147483647) [overflow, W352, CWE-190]
int main(void) {
    int x = 2147483647;
    x = x + 1;
    return x;
}
