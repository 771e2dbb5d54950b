// whet verify W308.c
// Violation: W308.c:5:5: access to address 0x40001000, which belongs to no object [memory, W308, CWE-822]
int main(void) {
    volatile int *port = (volatile int *)0x40001000;
    return *port;
}
