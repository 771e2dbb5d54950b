// whet verify W205.c
// Reason: W205.c:11:5: possible failing assertion, not confirmed: the conditions on the path could not be met (ki) [W205]
#include <assert.h>
#include <stdio.h>
int main(void) {
    FILE *f = fopen("list", "r");
    if (f == NULL)
        return 0;
    fseek(f, 4, SEEK_SET);
    int c = fgetc(f);
    assert(c != 'x');
    return 0;
}
