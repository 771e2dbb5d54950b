// whet verify W131.c
// Assumed: realloc(p, 0) frees p and returns a null pointer, as glibc does [W131]
#include <stdlib.h>
int main(void) {
    char *p = malloc(8);
    p = realloc(p, 4);
    free(p);
    return 0;
}
