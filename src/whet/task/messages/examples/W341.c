// whet verify --check cleanup W341.c
// Violation: W341.c:6:9: a heap block of 8 bytes is not freed when the program ends [cleanup, W341, CWE-401]
#include <stdlib.h>
static char *p;
int main(void) {
    p = malloc(8);
    return 0;
}
