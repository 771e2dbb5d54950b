// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int x=1; static int f(void){ x=10; return 1; }
int main(void){ x += f(); assert(x==2); return 0; }
