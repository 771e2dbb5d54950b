// EXPECT: TRUE
// COMMAND: whet verify
#include <stdlib.h>
#include <errno.h>
#include <assert.h>
#include <limits.h>
int main(void){ char*e; errno=0; long v=strtol("99999999999999999999",&e,10); assert(v==LONG_MAX && errno==ERANGE && *e==0); errno=0; v=strtol("-0x1fz",&e,16); assert(v==-31 && *e=='z' && errno==0); v=strtol("  +12",0,10); assert(v==12); v=strtol("0x",&e,16); 
 assert(v==0 && *e=='x'); 
 v=strtol("010",0,0); assert(v==8); assert(strtoul("-1",0,10)==ULONG_MAX); const char*s="zz"; v=strtol(s,&e,10); assert(v==0&&e==s); return 0;}
