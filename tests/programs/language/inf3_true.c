// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int main(void){ float f=0; while(f<20000000.0f) f+=1.0f; assert(0); return 0; }
