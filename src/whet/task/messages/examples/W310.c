// whet verify W310.c
// Violation: W310.c:9:5: access to the local variable x after the end of its lifetime [memory, W310, CWE-825]
static int *local(void) {
    int x = 1;
    int *p = &x;
    return p;
}
int main(void) {
    return *local();
}
