// EXPECT: TRUE
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int dice = rand() % 6 + 1;
    assert(dice >= 1 && dice <= 6);
    return 0;
}
