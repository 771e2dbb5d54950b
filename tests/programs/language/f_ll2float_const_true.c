// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int main(void){ long long n=(1LL<<60)+(1LL<<36)+1; float f=n; assert(f==0x1p60f+0x1p37f); unsigned long u=~0UL; assert((float)u==0x1p64f && (double)u==0x1p64); unsigned v=4294967295u; assert((float)v==4294967296.0f); assert(16777217==16777216.0f); assert(!(16777217==16777216.0)); long q=9007199254740993L; assert(q==9007199254740992.0); __int128 w=((__int128)1<<100)+1; assert((double)w==0x1p100); assert((long)(0x1p62)==1L<<62); return 0;}
