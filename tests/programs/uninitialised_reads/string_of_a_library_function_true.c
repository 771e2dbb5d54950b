// EXPECT: TRUE
// PROPERTY: G ! uninitialised-read
#include <stdio.h>

int main()
{
    char b[4];
    b[0] = 'a';
    b[1] = 0;
    puts(b);
    return 0;
}
