// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int called;
void exit(int c){ called=c; }
int main(void){ exit(3); assert(called!=3); return 0; }
