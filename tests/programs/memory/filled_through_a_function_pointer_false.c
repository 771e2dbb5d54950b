// EXPECT: FALSE
// PROPERTY: G valid-deref
#include <string.h>
int main(void)
{
    void *(*fill)(void *, int, size_t) = memset;
    char text[4];
    fill(text, 0, 8);
    return 0;
}
