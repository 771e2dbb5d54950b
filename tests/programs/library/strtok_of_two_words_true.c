// EXPECT: TRUE
#include <string.h>
extern void reach_error(void);

int main(void) {
    char line[] = "ab,,c";
    char *first = strtok(line, ","), *second = strtok(0, ",");
    if (first != line || second != line + 4 || strtok(0, ",") != 0)
        reach_error();
    return 0;
}
