// whet: FALSE
#include <assert.h>
static int count;
void add(void);
int main(void) {
    add();
    assert(count == 1);
}
