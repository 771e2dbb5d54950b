// whet: TRUE
#include <assert.h>
#define INLINE extern inline __attribute__((__gnu_inline__))
INLINE int half(int n) { return n / 2; }
int main(void) { assert(half(7) == 3); }
