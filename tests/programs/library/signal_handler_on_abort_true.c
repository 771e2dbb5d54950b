// EXPECT: TRUE
#include <signal.h>
#include <stdlib.h>

extern void reach_error(void);

void h(int s)
{
    reach_error();
}

int main()
{
    if (0)
        signal(SIGABRT, h);
    abort();
}
