// whet verify W363.c
// Violation: W363.c:5:5: a pointer to the local variable a of 4 bytes is moved to offset 6 [pointer, W363, CWE-823]
int main(void) {
    char a[4] = {0}, *p = a;
    p = p + 6;
    return p == 0;
}
