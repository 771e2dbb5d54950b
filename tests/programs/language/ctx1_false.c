// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <ucontext.h>
static int g; static ucontext_t m,c; static char st[65536]; static void f(void){ g=1; }
int main(void){ getcontext(&c); c.uc_stack.ss_sp=st; c.uc_stack.ss_size=sizeof st; c.uc_link=&m; makecontext(&c,f,0); swapcontext(&m,&c); assert(g==0); return 0; }
