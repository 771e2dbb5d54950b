#include <stdlib.h>
static void finish(char *buffer, int failed) {
    if (failed)
        free(buffer);
    free(buffer);
}
int main(int argc, char **argv) {
    char *buffer = malloc(16);
    if (buffer)
        finish(buffer, argc > 2);
    return 0;
}
