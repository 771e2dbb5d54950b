// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <sys/socket.h>
#include <sys/uio.h>
int main(void){ int s[2]; socketpair(AF_UNIX,SOCK_STREAM,0,s); int one=1,x=0; send(s[0],&one,4,0); struct iovec v={&x,4}; struct msghdr m={0}; m.msg_iov=&v; m.msg_iovlen=1; recvmsg(s[1],&m,0); assert(x==0); return 0; }
