// whet verify --config ki --check assertion W212.c
// Reason: W212.c:7:5: possible failing assertion, not confirmed: the replay reaches inline assembler at W212.c:6:5, which is not modelled [W212]
#include <assert.h>
int main(void) {
    int x;
    __asm__("nop" : "=r"(x));
    assert(x != 3);
    return 0;
}
