// EXPECT: FALSE
#include <ctype.h>

extern void reach_error(void);

int main()
{
    int c = 'a';
    if ((isalpha)(c) != 1)
        reach_error();
    return 0;
}
