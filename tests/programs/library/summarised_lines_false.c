// EXPECT: FALSE
// PROPERTY: G valid-deref
// STDIN: 1111
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char line[4];
    long n = 0;
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[3] = '1';
        n = strtol(line, NULL, 10);
    }
    return n > 0;
}
