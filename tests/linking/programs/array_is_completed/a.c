// whet: TRUE
#include <assert.h>
extern int table[];
extern const unsigned size;
int main(void) {
    int sum = 0;
    for (unsigned i = 0; i < size; i++) {
        sum += table[i];
    }
    assert(sum == 18);
}
