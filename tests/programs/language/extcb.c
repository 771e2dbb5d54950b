// EXPECT: ANY
// COMMAND: whet verify
#include <assert.h>
static int g; static void h(void){ g=1; }
void lib_register(void(*)(void)); void lib_run(void);
int main(void){ lib_register(h); lib_run(); assert(g==0); return 0; }
