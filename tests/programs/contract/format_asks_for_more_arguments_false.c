// EXPECT: FALSE
// PROPERTY: G ! library-contract
// NOT COMPILED: what a run does that reads the wrong argument is not defined
#include <stdio.h>
int main(void)
{
    printf("%s is %d\n", "x");
    return 0;
}
