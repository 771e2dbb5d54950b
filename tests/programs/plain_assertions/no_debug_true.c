// EXPECT: TRUE
#define NDEBUG
#include <assert.h>
#undef NDEBUG

int main(void)
{
    int x = 1;
    assert(x == 2);
    return 0;
}
