// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <stdlib.h>
int main(void){ char*a=getenv("HOME"); char*b=getenv("HOME"); assert(a==b); return 0; }
