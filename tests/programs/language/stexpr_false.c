// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#define MAX(a,b) ({ typeof(a) _a=(a); typeof(b) _b=(b); _a>_b?_a:_b; })
int main(void){ int i=3; int r=MAX(i++,2); assert(r==3); assert(i==5); return 0; }
