// whet verify W309.c
// Violation: W309.c:8:5: access to a heap block of 4 bytes after it was freed [memory, W309, CWE-416]
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    free(p);
    return *p;
}
