// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <signal.h>
int main(void){ raise(SIGKILL); assert(0); return 0; }
