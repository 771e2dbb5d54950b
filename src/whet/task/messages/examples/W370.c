// whet verify W370.c
// Violation: W370.c:5:5: x is read before it is written [uninitialised, W370, CWE-457]
int main(void) {
    int x;
    return x > 0;
}
