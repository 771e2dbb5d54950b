// EXPECT: FALSE
#include <stdlib.h>

extern void reach_error(void);

void fin(void)
{
    reach_error();
}

int main()
{
    atexit(fin);
    exit(0);
}
