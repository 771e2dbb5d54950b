// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <stdint.h>
int main(void){ _Alignas(64) char l[128]; uintptr_t a=(uintptr_t)l; assert((a & 63)==0); return 0; }
