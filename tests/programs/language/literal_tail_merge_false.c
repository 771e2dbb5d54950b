// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
const char *volatile pa, *volatile pb;
int main(void){ const char*a="abc",*b="xabc"; pa=a; pb=b; assert(pa!=pb+1); return 0; }
