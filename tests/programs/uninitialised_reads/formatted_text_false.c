// EXPECT: FALSE
// PROPERTY: G ! uninitialised-read
// NOT COMPILED: the value is whatever was there before
#include <stdio.h>

int main()
{
    char b[16];
    sprintf(b, "%d", 7);
    return b[10];
}
