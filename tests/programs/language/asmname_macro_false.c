// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#define REN(n) __asm__(n)
int x=1; extern int y REN("x");
int main(void){ y=2; assert(x==1); return 0; }
