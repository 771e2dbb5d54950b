// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int main(void){ const char*a="abc",*b="abc"; assert(a!=b); return 0; }
