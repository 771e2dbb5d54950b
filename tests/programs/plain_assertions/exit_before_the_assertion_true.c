// EXPECT: TRUE
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int x = rand();
    if (x > 100)
        exit(1);
    assert(x != 150);
    return 0;
}
