// EXPECT: TRUE
// ARGUMENTS: /dev/stdin
// STDIN: #a\n\n#b
#include <assert.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    char line[6];
    int comments = 0;
    if (argc != 2)
        return 1;
    FILE *f = fopen(argv[1], "r");
    if (!f)
        return 1;
    while (fgets(line, sizeof line, f))
        if (line[0] == '#')
            comments = 1;
    fclose(f);
    assert(comments < 2);
    return 0;
}
