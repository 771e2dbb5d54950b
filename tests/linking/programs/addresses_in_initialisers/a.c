// whet: TRUE
#include <assert.h>
extern int *const pointer;
extern int cells[3];
int main(void) {
    cells[1] = 4;
    assert(*pointer == 4);
    assert(pointer - cells == 1);
}
