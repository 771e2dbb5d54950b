// EXPECT: FALSE
// PROPERTY: G valid-free
#include <stdlib.h>
int main(void)
{
    char text[4];
    char *p = realloc(text, 8);
    return p != 0;
}
