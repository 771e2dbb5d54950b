// EXPECT: FALSE
// COMMAND: whet verify
#define NDEBUG
#include <assert.h>
#undef NDEBUG
#include <assert.h>
int main(void){ int x=0; assert(x++ == 0); assert(x==0); return 0; }
