// EXPECT: FALSE
// ENVIRONMENT: A=x B=x
#include <stdlib.h>

extern void reach_error(void);

int main(void)
{
    char *a = getenv("A"), *b = getenv("B");
    if (a && b && a[0] && a[0] == b[0])
        reach_error();
    return 0;
}
