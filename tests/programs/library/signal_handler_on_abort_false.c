// EXPECT: FALSE
#include <signal.h>
#include <stdlib.h>

extern void reach_error(void);

void h(int s)
{
    reach_error();
}

int main()
{
    signal(SIGABRT, h);
    abort();
}
