// EXPECT: TRUE
// PROPERTY: G valid-deref
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char line[16];
    long quotient = 0;
    while (fgets(line, sizeof line, stdin) != NULL) {
        long n = strtol(line, NULL, 10);
        if (n > 0)
            quotient = 1000 / n;
        size_t length = strlen(line);
        if (length > 0 && line[length - 1] == '\n')
            line[length - 1] = '\0';
    }
    return quotient > 1000;
}
