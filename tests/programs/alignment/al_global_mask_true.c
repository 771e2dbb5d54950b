// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <stdint.h>
static char buf[100] __attribute__((aligned(4096)));
int main(void){ uintptr_t a=(uintptr_t)buf; assert(a%4096==0); return 0; }
