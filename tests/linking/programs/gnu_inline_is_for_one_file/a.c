// whet: TRUE
#include <assert.h>
extern inline __attribute__((gnu_inline)) int half(int n) { return n / 2; }
int main(void) { assert(half(7) == 3); }
