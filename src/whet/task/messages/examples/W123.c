// whet verify W123.c
// Assumed: no environment variable has more than 131071 characters together with its name, as on Linux [W123]
#include <stdlib.h>
int main(void) {
    char *home = getenv("HOME");
    return home != 0 && home[0] == '/';
}
