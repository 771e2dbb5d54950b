// whet: TRUE
#include <assert.h>
struct item {
    int number;
    char name[4];
};
int weight(void);
int main(void) {
    struct item item = {3, "abc"};
    assert(item.number + weight() == 8);
}
