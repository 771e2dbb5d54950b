// EXPECT: FALSE
// PROPERTY: G valid-deref
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *copy = strdup("ab");
    if (copy == 0)
        return 0;
    copy[3] = 'c';
    free(copy);
    return 0;
}
