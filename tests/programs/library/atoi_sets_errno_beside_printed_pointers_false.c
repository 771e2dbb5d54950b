// EXPECT: FALSE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

extern void reach_error(void);

int main()
{
    char text[40];
    sprintf(text, "%p", (void *)text);
    errno = 0;
    int x = atoi("99999999999999999999");
    if (errno != 0)
        reach_error();
    return x == 0;
}
