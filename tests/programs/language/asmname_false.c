// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int x=1; extern int y __asm__("x");
int main(void){ y=2; assert(x==1); return 0; }
