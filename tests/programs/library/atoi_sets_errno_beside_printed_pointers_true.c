// EXPECT: TRUE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

extern void reach_error(void);

int main()
{
    char text[40];
    sprintf(text, "%p", (void *)text);
    int x = atoi("99999999999999999999");
    errno = 0;
    if (errno != 0)
        reach_error();
    return x == 0;
}
