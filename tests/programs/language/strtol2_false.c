// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <stdlib.h>
int main(void){ char*e; const char*s="0b101"; long v=strtol(s,&e,0); assert(v==5); return 0; }
