// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int main(void){ __int128 a=(__int128)1<<100; unsigned __int128 u=-1; assert(a>>90==1024); assert((u>>127)==1); assert(a/3*3!=a); assert((long long)(a%7)==2); assert((unsigned long long)((u/10)>>64)==0x1999999999999999ULL); double d=(double)a; assert(d==0x1p100); __int128 m=-a; assert(m<0 && m/2==-(a>>1)); return 0; }
