// EXPECT: TRUE
// PROPERTY: G valid-deref
#include <string.h>
static void *leave(void *to, int byte, size_t size) { return to; }
int main(void)
{
    void *(*fill)(void *, int, size_t) = memset;
    char text[4];
    fill = leave;
    fill(text, 0, 8);
    memset(text, 0, 4);
    return 0;
}
