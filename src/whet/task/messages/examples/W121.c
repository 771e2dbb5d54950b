// whet verify W121.c
// Assumed: W121.c:5:14: malloc succeeds; there is memory for any size [W121]
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    if (p == NULL)
        return 1;
    *p = 1;
    free(p);
    return 0;
}
