// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
static int f(int n){ static int depth; int d=++depth; if(n) f(n-1); assert(depth>=d); return depth; } int main(void){ assert(f(3)==4); assert(f(0)==5); return 0;}
