// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <ucontext.h>
static volatile int n; static ucontext_t c;
int main(void){ getcontext(&c); n++; if(n<3) setcontext(&c); assert(n!=3); return 0; }
