// EXPECT: FALSE
// PROPERTY: G ! uninitialised-read
// NOT COMPILED: the value is whatever was there before
#include <stdio.h>

int main()
{
    char b[4];
    b[3] = 0;
    puts(b);
    return 0;
}
