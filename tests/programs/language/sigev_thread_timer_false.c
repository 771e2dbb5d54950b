// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <time.h>
#include <signal.h>
#include <unistd.h>
volatile int g; static void t(union sigval v){ g=1; }
int main(void){ struct sigevent e={0}; timer_t x; struct itimerspec s={{0,0},{0,1000000}}; e.sigev_notify=SIGEV_THREAD; e.sigev_notify_function=t; timer_create(CLOCK_REALTIME,&e,&x); timer_settime(x,0,&s,0); sleep(1); assert(g==0); return 0; }
