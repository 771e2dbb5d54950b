#include <stdlib.h>
struct config { int verbose; };
static struct config *load(int has_file) {
    if (!has_file)
        return NULL;
    return calloc(1, sizeof(struct config));
}
int main(int argc, char **argv) {
    struct config *config = load(argc > 1);
    int verbose = config->verbose;
    free(config);
    return verbose;
}
