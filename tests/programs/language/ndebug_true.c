// EXPECT: TRUE
// COMMAND: whet verify
#define NDEBUG
#include <assert.h>
int main(void){ int x=0; assert(x++); assert(x==5); return x; }
