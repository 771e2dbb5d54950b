// EXPECT: TRUE
// COMMAND: whet verify
#include <string.h>
#include <assert.h>
int main(void){ char*p=strerror(2); assert(p!=0); return 0; }
