// whet: TRUE
#include <assert.h>
#include <stdlib.h>
int own(void);
int main(void) {
    assert(rand() >= 0);
    assert(own() == -5);
}
