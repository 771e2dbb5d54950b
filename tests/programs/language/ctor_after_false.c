// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int g;
static void init(void){ g=1; }
static void init(void) __attribute__((constructor));
int main(void){ assert(g==0); return 0; }
