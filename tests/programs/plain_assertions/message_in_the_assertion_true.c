// EXPECT: TRUE
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    unsigned size = (unsigned)rand() % 100;
    unsigned rounded = (size + 7) / 8 * 8;
    assert(rounded % 8 == 0 && "must be a multiple of eight");
    assert(rounded - size < 8 && "must not waste memory");
    return 0;
}
