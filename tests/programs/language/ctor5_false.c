// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int g;
static void __attribute__((__constructor__)) init(void){ g=1; }
int main(void){ assert(g==0); return 0; }
