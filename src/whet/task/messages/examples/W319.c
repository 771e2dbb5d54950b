// whet verify W319.c
// Violation: W319.c:5:12: call through a null pointer [memory, W319, CWE-476]
static int (*handler)(void);
int main(void) {
    return handler();
}
