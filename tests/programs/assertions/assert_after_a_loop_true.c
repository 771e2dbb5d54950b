// EXPECT: TRUE
#include <assert.h>

int main()
{
    int i, s = 0;
    for (i = 0; i < 5; i++)
        s += i;
    assert(s == 10);
    return 0;
}
