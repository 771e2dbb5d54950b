// EXPECT: TRUE
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char b[8], *p = b + 1;
    int n = snprintf(b, sizeof b, "%d-%s", 12, "ab");
    assert(n == 5);
    assert(b[0] == '1' && b[1] == '2' && b[2] == '-' && b[3] == 'a' && b[4] == 'b' && b[5] == 0);
    assert(snprintf(b, 3, "%*x|%.1f", -3, 255u, 0.25) == 7);
    assert(b[0] == 'f' && b[1] == 'f' && b[2] == 0);
    assert(snprintf(0, 0, "%5.3d%%", 7) == 6);
    assert(sprintf(p, "%c", 'z') == 1);
    return 0;
}
