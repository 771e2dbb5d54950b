// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <stdlib.h>
#include <errno.h>
#include <limits.h>
int main(void){ char*e; errno=0; long v=strtol("  -0x1fz",&e,0); assert(v==-31 && *e=='z'); v=strtol("0x",&e,16); assert(v==0&&*e=='x');
 v=strtol("99999999999999999999",&e,10); assert(v==LONG_MAX&&errno==ERANGE); assert(strtoul("-1",0,10)==ULONG_MAX); assert(strtol("077",0,0)==63); assert(strtol("zz",0,36)==35*36+35); errno=0; v=strtol("",&e,10); assert(v==0); assert(atoi("  +12abc")==12); return 0; }
