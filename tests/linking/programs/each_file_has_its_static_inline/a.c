// whet: FALSE
#include <assert.h>
#include "once.h"
int others(void);
int main(void) {
    assert(next() == 1);
    assert(others() == 2);
}
