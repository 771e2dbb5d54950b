// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <pthread.h>
static int g; static void d(void*x){ assert(g==0); }
int main(void){ pthread_key_t k; pthread_key_create(&k,d); pthread_setspecific(k,&g); g=1; pthread_exit(0); }
