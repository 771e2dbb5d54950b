// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int main(void){ for(signed char c=0;c<128;c++); assert(0); return 0; }
