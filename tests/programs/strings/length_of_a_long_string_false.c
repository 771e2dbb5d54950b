// EXPECT: FALSE
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);

int main(void)
{
    char *text = malloc(200);
    for (int i = 0; i < 150; i++)
        text[i] = 97;
    text[150] = 0;
    if (strlen(text) == 150)
        reach_error();
    return 0;
}
