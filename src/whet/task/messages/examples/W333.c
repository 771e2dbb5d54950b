// whet verify W333.c
// Violation: W333.c:4:29: second free of a heap block of 16 bytes [free, W333, CWE-415]
#include <stdlib.h>
static void drop(char *p) { free(p); }
int main(void) {
    char *p = malloc(16);
    drop(p);
    drop(p);
    return 0;
}
