// EXPECT: FALSE
// INPUT: 50
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int x = rand();
    if (x > 100)
        exit(1);
    assert(x != 50);
    return 0;
}
