// EXPECT: TRUE
// PROPERTY: G ! uninitialised-read
#include <string.h>
static char between[4];

int main()
{
    char a[4], b[4];
    a[0] = 'a';
    memcpy(between, a, 4);
    memcpy(b, between, 4);
    return b[0];
}
