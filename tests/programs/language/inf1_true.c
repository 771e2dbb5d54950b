// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int main(void){ for(unsigned i=10;i>=0;i--); assert(0); return 0; }
