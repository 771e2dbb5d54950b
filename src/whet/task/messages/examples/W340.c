// whet verify --check leak W340.c
// Violation: W340.c:5:5: a heap block of 8 bytes is lost: nothing points to it when the program ends [leak, W340, CWE-401]
#include <stdlib.h>
int main(void) {
    char *p = malloc(8);
    p = malloc(4);
    free(p);
    return 0;
}
