// whet verify W311.c
// Violation: W311.c:5:5: write into limit, which is constant (*&limit = 3, limit = 3) [memory, W311]
static const int limit = 3;
int main(void) {
    *(int *)&limit = 4;
    return limit;
}
