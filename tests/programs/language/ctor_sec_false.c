// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
int g;
static void init(void){ g=1; }
__attribute__((section(".init" "_array"),used)) static void (*p)(void)=init;
int main(void){ assert(g==0); return 0; }
