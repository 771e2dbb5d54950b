// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <stdlib.h>
int main(void){ char*a=getenv("WHETX"); setenv("WHETX","1",1); char*b=getenv("WHETX"); assert(a==b); return 0; }
