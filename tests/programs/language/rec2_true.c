// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
static int mc(int n){ return n>100?n-10:mc(mc(n+11)); }
int main(void){ assert(mc(50)==91); return 0; }
