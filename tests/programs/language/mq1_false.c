// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <mqueue.h>
#include <signal.h>
#include <fcntl.h>
#include <unistd.h>
static volatile int g; static void t(union sigval v){ g=1; }
int main(void){ struct mq_attr at={0,1,8}; mqd_t q=mq_open("/whq",O_RDWR|O_CREAT,0600,&at); struct sigevent e={0}; e.sigev_notify=SIGEV_THREAD; e.sigev_notify_function=t; mq_notify(q,&e); mq_send(q,"x",1,0); sleep(1); assert(g==0); return 0; }
