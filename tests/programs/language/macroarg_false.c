// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#define MAX(a,b) ((a)>(b)?(a):(b))
int main(void){ int i=3; int r=MAX(i++,2); assert(r==4); assert(i==4); return 0; }
