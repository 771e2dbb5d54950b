// EXPECT: TRUE
#include <assert.h>
#include <stdlib.h>

__attribute__((noreturn)) static void panic(void)
{
    exit(3);
}

static int checked(int x)
{
    if (x < 10)
        return x;
    panic();
}

int main(void)
{
    int y = checked(rand());
    assert(y < 10);
    return 0;
}
