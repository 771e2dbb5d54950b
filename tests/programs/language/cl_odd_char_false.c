// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <stdint.h>
int main(void){ char a,c; uintptr_t x=(uintptr_t)&c, y=(uintptr_t)&a; assert((x&1)==0 && (y&1)==0); return 0; }
