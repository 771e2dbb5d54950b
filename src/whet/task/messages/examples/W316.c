// whet verify W316.c
// Violation: W316.c:6:5: access to 4 bytes at offset -4 of the heap block of 8 bytes (i = -1) [memory, W316, CWE-119]
#include <stdlib.h>
int main(void) {
    int *p = calloc(2, sizeof *p), i = -1;
    p[i] = 3;
    free(p);
    return 0;
}
