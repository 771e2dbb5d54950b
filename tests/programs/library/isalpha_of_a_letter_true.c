// EXPECT: TRUE
#include <ctype.h>

extern void reach_error(void);

int main()
{
    int c = 'a';
    if (!isalpha(c))
        reach_error();
    return 0;
}
