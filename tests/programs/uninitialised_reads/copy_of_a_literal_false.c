// EXPECT: FALSE
// PROPERTY: G ! uninitialised-read
// NOT COMPILED: the value is whatever was there before
#include <string.h>

int main()
{
    char b[16];
    strncpy(b, "ab", 2);
    return (int)strlen(b);
}
