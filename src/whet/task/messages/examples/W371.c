// whet verify W371.c
// Violation: W371.c:8:12: the value of a call is used, but the function ended without returning one [uninitialised, W371, CWE-457]
static int f(int x) {
    if (x > 0)
        return 1;
}
int main(void) {
    return f(-1);
}
