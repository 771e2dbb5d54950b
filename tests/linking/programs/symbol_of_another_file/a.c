// whet: UNKNOWN
// gcc: nothing
#include <assert.h>
extern int mine asm("theirs");
int change(void);
int main(void) {
    mine = 1;
    assert(change() == 0);
}
