// EXPECT: TRUE
// PROPERTY: G ! uninitialised-read
#include <string.h>

int main()
{
    char b[16];
    strncpy(b, "ab", 4);
    return (int)strlen(b);
}
