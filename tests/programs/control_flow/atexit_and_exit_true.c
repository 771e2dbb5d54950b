// EXPECT: TRUE
#include <stdlib.h>

extern void reach_error(void);

void fin(void)
{
    reach_error();
}

int main()
{
    exit(0);
    atexit(fin);
}
