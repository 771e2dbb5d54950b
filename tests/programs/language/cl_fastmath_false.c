// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#pragma GCC optimize("fast-math","O2")
__attribute__((noinline)) static int isn(volatile double*x){ double y=*x; return y!=y; } int main(void){ volatile double z=0; volatile double n=z/z; assert(isn(&n)); return 0; }
