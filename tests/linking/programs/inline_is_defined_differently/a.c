// whet: UNKNOWN
// gcc: nothing
#include <assert.h>
inline int get(void) { return 1; }
int main(void) { assert(get() == 1); }
