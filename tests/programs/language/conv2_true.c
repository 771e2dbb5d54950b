// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int main(void){ double d=2147483647.9; int i=(int)d; assert(i==2147483647); d=-2147483648.9; i=(int)d; assert(i==-2147483647-1); float f=-0.9f; unsigned u=(unsigned)f; assert(u==0); return 0; }
