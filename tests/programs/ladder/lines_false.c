// EXPECT: FALSE
// COMMAND: whet verify --check memory
// STDIN: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n
#include <stdio.h>

int main(void)
{
    char line[80];
    int count = 0;
    while (fgets(line, sizeof line + 1, stdin)) {
        int i = 0;
        while (line[i] && line[i] != '\n')
            i++;
        line[i] = 0;
        if (i && count < 100)
            count++;
    }
    return count;
}
