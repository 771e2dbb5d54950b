// whet: TRUE
#include <assert.h>
extern int total;
void add(int n);
int main(void) {
    assert(total == 0);
    add(2);
    add(3);
    assert(total == 5);
}
