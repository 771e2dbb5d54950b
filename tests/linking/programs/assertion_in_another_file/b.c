#include <assert.h>
void check(int n) { assert(n < 5); }
