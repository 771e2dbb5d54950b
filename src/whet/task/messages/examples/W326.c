// whet verify --entry last --no-null W326.c
// Violation: W326.c:4:28: element 4 is outside the array of 4 that values points into (count = 0) [memory, W326, CWE-119]
int last(const int *values, int count) {
    return count < 0 ? 0 : values[count];
}
