// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <stdlib.h>
int g;
static void a(void){ assert(g==0); }
int main(void){ at_quick_exit(a); g=1; quick_exit(0); }
