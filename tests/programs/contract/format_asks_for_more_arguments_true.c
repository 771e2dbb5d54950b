// EXPECT: TRUE
// PROPERTY: G ! library-contract
#include <stdio.h>
int main(void)
{
    printf("%s is %d\n", "x", 3);
    return 0;
}
