// whet: UNKNOWN
// gcc: nothing
#include <assert.h>
int got(void);
inline int get(void) { return 1; }
int main(void) { assert(got() == 2 && get() == 2); }
