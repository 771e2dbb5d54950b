// EXPECT: TRUE
// COMMAND: whet verify
#include <stdlib.h>
#include <assert.h>
int main(void){ char*e; double d=strtod("1.5e2xyz",&e); assert(*e=='x'); assert(d==150.0); assert(strtod("0x1p4",0)==16); assert(atof("inf")>1e308); return 0; }
