// whet: TRUE
#include <assert.h>
int is_even(unsigned n);
int main(void) {
    assert(is_even(4));
    assert(!is_even(5));
}
