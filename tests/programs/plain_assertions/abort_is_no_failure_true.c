// EXPECT: TRUE
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int x = rand() % 5;
    if (x == 4)
        abort();
    assert(x < 4);
    return 0;
}
