// EXPECT: FALSE
// COMMAND: whet verify
#define _GNU_SOURCE
#include <assert.h>
#include <sched.h>
#include <sys/wait.h>
static volatile int g; static char st[65536]; static int f(void*a){ g=1; return 0; }
int main(void){ int p=clone(f,st+65536,CLONE_VM|SIGCHLD,0); waitpid(p,0,0); assert(g==0); return 0; }
