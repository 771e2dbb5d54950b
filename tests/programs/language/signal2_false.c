// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <signal.h>
#include <string.h>
volatile sig_atomic_t g;
static void h(int s){ g=s; }
int main(void){ struct sigaction sa; memset(&sa,0,sizeof sa); sa.sa_handler=h; sigaction(SIGUSR1,&sa,0); raise(SIGUSR1); assert(g==0); return 0; }
