// whet verify W361.c
// Violation: W361.c:6:5: access to the local variable f by a type that is incompatible with its own [aliasing, W361, CWE-843]
int main(void) {
    float f = 1;
    int *p = (int *)&f;
    return *p;
}
