// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
int main(void){ void*p=malloc(10); if(!p) return 0; assert(((uintptr_t)p & 7)==0); free(p); return 0; }
