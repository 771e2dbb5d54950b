// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int main(void){ signed char c=-128; int q=c/-1; assert(q==128); c/=-1; assert(c==-128); short s=-32768; s=-s; assert(s==-32768); return 0; }
