// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <stdint.h>
int x=1,y=2;
int main(void){ uintptr_t k=(uintptr_t)&x ^ (uintptr_t)&y; int*p=(int*)(k^(uintptr_t)&x); *p=5; assert(y==2); return 0; }
