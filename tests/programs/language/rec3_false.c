// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
static int g; static int f(int n){ int l=n; if(n>0) f(n-1); g+=l; return l; }
int main(void){ f(4); assert(g!=10); return 0; }
