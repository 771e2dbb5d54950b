// EXPECT: FALSE
// COMMAND: whet verify
#include <assert.h>
#include <error.h>
static int g; static void h(void){ g=1; }
int main(void){ error_print_progname=h; error(0,0,"x"); assert(g==0); return 0; }
