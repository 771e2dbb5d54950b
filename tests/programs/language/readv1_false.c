// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <sys/uio.h>
#include <fcntl.h>
int main(void){ int x=0; struct iovec v={&x,4}; int f=open("/proc/self/exe",O_RDONLY); readv(f,&v,1); assert(x==0); return 0; }
