// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int g;
[[gnu::constructor]] static void init(void){ g=1; }
int main(void){ assert(g==0); return 0; }
