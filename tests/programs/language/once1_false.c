// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <pthread.h>
int g; static void t(void){ g=1; } static pthread_once_t o=PTHREAD_ONCE_INIT;
int main(void){ pthread_once(&o,t); assert(g==0); return 0; }
