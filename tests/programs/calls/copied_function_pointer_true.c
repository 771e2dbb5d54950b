// EXPECT: TRUE
#include <string.h>

extern void reach_error(void);

void f(void)
{
    reach_error();
}

void g(void) {}

int main()
{
    void (*p)(void) = g;
    void (*q)(void) = f;
    memcpy(&q, &p, sizeof p);
    p();
    return 0;
}
