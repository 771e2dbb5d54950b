// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#pragma scalar_storage_order big-endian
struct S { int a; };
int main(void){ struct S s={1}; assert(*(char*)&s==1); return 0; }
