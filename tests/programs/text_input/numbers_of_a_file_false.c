// EXPECT: FALSE
// PROPERTY: G ! array-index
// ARGUMENTS: /dev/stdin
// STDIN: 3 9\n
#include <stdio.h>

int main(int argc, char **argv)
{
    int seen[8] = {0}, number;
    FILE *f = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (!f)
        return 1;
    while (fscanf(f, "%d", &number) == 1)
        seen[number & 15] = 1;
    fclose(f);
    return seen[0];
}
