// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <threads.h>
int g; static void t(void){ g=1; } static once_flag o=ONCE_FLAG_INIT;
int main(void){ call_once(&o,t); assert(g==0); return 0; }
