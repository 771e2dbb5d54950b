#include <stdlib.h>
int main(int argc, char **argv) {
    int *numbers = malloc(10 * sizeof *numbers);
    if (!numbers)
        return 1;
    if (argc > 3)
        return 2;
    free(numbers);
    return 0;
}
