// EXPECT: TRUE
// STDIN: \x09\x00\x00\x00
#include <unistd.h>

extern void reach_error(void);

int main()
{
    int x = 3;
    read(0, &x, 4);
    if (x == 9 && x != 9)
        reach_error();
    return 0;
}
