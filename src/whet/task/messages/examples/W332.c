// whet verify W332.c
// Violation: W332.c:7:5: free of a pointer into the middle of the heap block of 16 bytes (offset 2) [free, W332, CWE-761]
#include <stdlib.h>
int main(void) {
    char *p = malloc(16);
    p += 2;
    free(p);
    return 0;
}
