// EXPECT: FALSE
// INPUT: 9
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
    assert(y < 9);
    return 0;
}
