// whet verify W305.c
// Violation: W305.c:4:34: access through a null pointer [memory, W305, CWE-476]
#include <stddef.h>
static int first(const int *p) { return *p; }
int main(void) {
    int *p = NULL;
    return first(p);
}
