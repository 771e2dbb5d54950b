// EXPECT: FALSE
#include <assert.h>
#include <stdlib.h>

static int fahrenheit(int celsius)
{
    return 9 / 5 * celsius + 32;
}

int main(void)
{
    assert(fahrenheit(0) == 32);
    assert(fahrenheit(100) == 212);
    return 0;
}
