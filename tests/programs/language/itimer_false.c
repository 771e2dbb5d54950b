// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <signal.h>
#include <sys/time.h>
static volatile int g; static void h(int s){ g=1; }
int main(void){ struct sigaction a={0}; a.sa_handler=h; struct itimerval v={{0,0},{0,1000}}; sigaction(SIGALRM,&a,0); setitimer(ITIMER_REAL,&v,0); for(volatile int i=0;i<100000000;i++); assert(g==0); return 0; }
