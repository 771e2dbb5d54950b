// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <string.h>
#pragma scalar_storage_order big-endian
struct B{ int x; };
#pragma scalar_storage_order default
int main(void){ struct B b={1}; unsigned char c[4]; memcpy(c,&b,4); assert(c[0]==1); return 0; }
