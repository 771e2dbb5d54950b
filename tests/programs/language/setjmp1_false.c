// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <setjmp.h>
jmp_buf b; 
static void f(void){ longjmp(b,3); }
int main(void){ int r=setjmp(b); if(r==0) f(); assert(r==0); return 0; }
