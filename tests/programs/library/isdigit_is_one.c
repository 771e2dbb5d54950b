// EXPECT: ANY
#include <ctype.h>

extern void reach_error(void);

int main()
{
    int c = '5';
    if ((isdigit)(c) == 1)
        reach_error();
    return 0;
}
