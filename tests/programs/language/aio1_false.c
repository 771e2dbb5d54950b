// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <aio.h>
#include <fcntl.h>
#include <unistd.h>
#include <string.h>
int main(void){ static volatile int x; struct aiocb a; memset(&a,0,sizeof a); a.aio_fildes=open("/proc/self/exe",O_RDONLY); a.aio_buf=&x; a.aio_nbytes=4; aio_read(&a); sleep(1); assert(x==0); return 0; }
