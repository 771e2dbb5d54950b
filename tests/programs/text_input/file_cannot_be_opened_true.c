// EXPECT: TRUE
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int is_open = 0;
    FILE *f = fopen("a file that is not there", "r");
    if (f) {
        is_open = 1;
        fclose(f);
    }
    assert(is_open == (f != NULL));
    return 0;
}
