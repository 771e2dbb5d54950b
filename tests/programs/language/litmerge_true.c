// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
int main(void){ const char*a="abc",*b="xabc"; assert(a!=b+1); return 0; }
