// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <pthread.h>
int g;
static void*t(void*a){ g=1; return a; }
int main(void){ pthread_t p; pthread_create(&p,0,t,0); pthread_join(p,0); assert(g==0); return 0; }
