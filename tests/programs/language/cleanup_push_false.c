// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <pthread.h>
static int g; static void d(void*x){ g=1; }
int main(void){ pthread_cleanup_push(d,0); pthread_cleanup_pop(1); assert(g==0); return 0; }
