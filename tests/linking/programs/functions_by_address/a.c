// whet: TRUE
#include <assert.h>
typedef int operation(int, int);
extern operation *const operations[2];
operation subtract;
int main(void) {
    assert(operations[0](3, 4) == 7);
    assert(operations[1](3, 4) == -1);
    assert(operations[1] == subtract);
}
