// EXPECT: TRUE
#include <string.h>

extern void reach_error(void);

int b[5000];
int main()
{
    memset(b, 1, sizeof b);
    if (b[4999] != 0x01010101)
        reach_error();
    return 0;
}
