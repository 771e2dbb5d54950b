// whet: FALSE
#include <assert.h>
struct item {
    int first, second;
};
int first(const void *item);
int main(void) {
    struct item item = {1, 2};
    assert(first(&item) == 1);
}
