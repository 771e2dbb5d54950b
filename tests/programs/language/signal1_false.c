// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <signal.h>
volatile sig_atomic_t g;
static void h(int s){ g=s; }
int main(void){ signal(SIGUSR1,h); raise(SIGUSR1); assert(g==0); return 0; }
