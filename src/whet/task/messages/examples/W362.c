// whet verify W362.c
// Violation: W362.c:5:5: a null pointer is moved by 2 bytes [pointer, W362, CWE-823]
int main(void) {
    char *p = 0;
    p = p + 2;
    return p == 0;
}
