// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int main(void){ int x=-3; assert(__builtin_abs(x)==4); return 0; }
