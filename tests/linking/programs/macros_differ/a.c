// whet: TRUE
#include <assert.h>
#define SIZE 3
#include "size.h"
int size_there(void);
int main(void) {
    assert(size() == 3);
    assert(size_there() == 5);
}
