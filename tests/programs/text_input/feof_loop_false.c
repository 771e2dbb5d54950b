// EXPECT: FALSE
// ARGUMENTS: /dev/stdin
// STDIN: 7\n
#include <assert.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    char line[4] = "";
    int lines = 0;
    FILE *f = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (!f)
        return 1;
    while (!feof(f)) {
        int was_read = fgets(line, sizeof line, f) != NULL;
        lines++;
        assert(was_read || lines == 1);
    }
    fclose(f);
    return 0;
}
