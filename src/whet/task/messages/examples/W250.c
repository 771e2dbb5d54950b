// whet verify W250.c
// Reason: W250.c:6:24: proved except for one assumption: whether the format of snprintf fits its arguments, and what it reads through them [W250]
#include <stdio.h>
int main(int argc, char **argv) {
    char line[10];
    return argc > 1 && snprintf(line, sizeof line, argv[1]) > 3;
}
