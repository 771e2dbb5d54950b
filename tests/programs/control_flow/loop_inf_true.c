// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int main(void){ unsigned x=1; while(1){ x+=2; assert(x&1); } }
