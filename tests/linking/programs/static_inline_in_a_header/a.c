// whet: TRUE
#include <assert.h>
#include "once.h"
int others(void);
int main(void) {
    assert(next() == 1);
    assert(next() == 2);
    assert(others() == 1);
}
