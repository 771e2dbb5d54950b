// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <threads.h>
int g; static int t(void*a){ g=1; return 0; }
int main(void){ thrd_t p; thrd_create(&p,t,0); thrd_join(p,0); assert(g==0); return 0; }
