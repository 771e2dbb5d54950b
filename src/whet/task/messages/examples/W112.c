// whet verify W112.c
// Assumed: W112.c:7:16: objects are accessed through their effective types [W112]
#include <stdlib.h>
int main(void) {
    float *f = malloc(sizeof *f);
    *f = 1;
    int bits = *(int *)f;
    free(f);
    return bits == 0;
}
